/** Holds a draft that is about to be published while somebody edits it. */
import { type FocusEvent, type ReactNode, useRef, useState } from 'react';
import type { Dashboard } from '../../../contract/dashboard.ts';
import type { AdminDraw } from '../../../contract/draws.ts';
import { MINUTE } from '../../../core/ist-time.ts';
import { countdownText, countdownTo } from '../../../core/phase.ts';
import { ACTION } from '../../components/control-classes.ts';
import { useServerNow } from '../../server-time/use-server-now.tsx';
import { useToday } from '../../server-time/use-today.ts';
import { useAdminQuery } from '../data/queries.ts';
import { useApi } from '../session/session.tsx';
import { useToasts } from '../widgets/toasts.tsx';
import { useReportedAction } from '../widgets/use-reported-action.ts';
import { FIRST_DIGIT } from './digit-boxes.tsx';
import { aboutDraw } from './draw-calls.ts';
import { DASHBOARD_PATH, DASHBOARD_TABLES, useDrawCache } from './draw-queries.ts';
import { isSame, valuesOf } from './draw-values.ts';

/** How long before the result the countdown is shown. */
const SHOWN_BEFORE = 2 * MINUTE;

export interface EditedDraw<Base extends AdminDraw | null = AdminDraw> {
  /** As it was when editing began, so that a change by others is noticed as a conflict. */
  base: Base;
  /** It was held for the time of editing. */
  isHeldHere: boolean;
  isBusy: boolean;
  /** `beforeUpdate` is called once it is held, before the page shows it. */
  hold(beforeUpdate: () => void): Promise<void>;
  /** To be called when editing is cancelled. */
  noteKeptHold(): void;
}

export function useEditedDraw<Base extends AdminDraw | null>(draw: Base): EditedDraw<Base> {
  const [base, setBase] = useState(draw);
  const [isHeldHere, setHeldHere] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const api = useApi();
  const toasts = useToasts();
  const run = useReportedAction();
  const { replace } = useDrawCache();

  async function hold(beforeUpdate: () => void): Promise<void> {
    if (!base || isBusy) return;
    setBusy(true);
    await run(
      async () => {
        // Without the version: the draft must be held even if somebody else has just changed it.
        const held = await aboutDraw(() => api.post<AdminDraw>(`/api/admin/draws/${base.id}/hold`));
        beforeUpdate();
        setHeldHere(true);
        replace(held);
        // With other values the old base stays, and saving reports the conflict.
        if (isSame(valuesOf(held), valuesOf(base))) setBase(held as Base);
      },
      { failure: 'Error holding draft. Please try again.' },
    );
    setBusy(false);
  }

  return {
    base,
    isHeldHere,
    isBusy,
    hold,
    noteKeptHold() {
      if (base && isHeldHere) toasts.success(`${base.drawNo} stays on hold.`);
    },
  };
}

/** Shows the countdown and the button during the last minutes before the result. */
export function HoldWhileEditing({ edited }: { edited: EditedDraw }) {
  const today = useToday();
  const { base, isHeldHere, isBusy, hold } = edited;
  const digit = useRef<HTMLElement | null>(null);
  const holdButton = useRef<HTMLButtonElement>(null);

  /** Before the button disappears: the dialog takes the focus of an element that is removed. */
  function returnToDigit(): void {
    if (document.activeElement === holdButton.current) digit.current?.focus();
  }

  const button = (
    <button
      ref={holdButton}
      type="button"
      aria-disabled={isBusy}
      // Invisible instead of removed, so that no other button comes below the pointer.
      className={`${ACTION} ${isHeldHere ? 'invisible' : ''}`}
      onFocus={(event) => {
        digit.current = digitToReturnTo(event);
      }}
      onClick={() => hold(returnToDigit)}
    >
      Hold while I finish
    </button>
  );
  if (isHeldHere)
    return (
      <Notice button={button}>
        <p role="status" className="text-sm font-semibold text-gold-ink">
          On hold while you finish. When you save, you choose whether to publish it.
        </p>
      </Notice>
    );
  const isPending = !base.published && !base.onHold && base.date === today;
  return isPending ? <DueSoon draw={base} button={button} /> : null;
}

/** The digit that was edited, or the first one. */
const digitToReturnTo = ({ relatedTarget, currentTarget }: FocusEvent): HTMLElement | null =>
  relatedTarget instanceof HTMLElement && relatedTarget.closest('[data-digits]')
    ? relatedTarget
    : (currentTarget.closest('form')?.querySelector<HTMLElement>(FIRST_DIGIT) ?? null);

function DueSoon({ draw, button }: { draw: AdminDraw; button: ReactNode }) {
  const { data } = useAdminQuery<Dashboard>(DASHBOARD_PATH, DASHBOARD_TABLES);
  const now = useServerNow();
  const slot = data?.slots.find((each) => each.slot === draw.slot);
  const left = slot ? Date.parse(slot.revealAt) - now : 0;
  const isSoon = left > 0 && left <= SHOWN_BEFORE && !slot?.draw?.published && !slot?.draw?.onHold;
  return (
    <>
      {/* Read out once: the countdown changes every second. */}
      <p role="status" className="sr-only">
        {isSoon && 'The result of this draft is due in less than two minutes.'}
      </p>
      {isSoon && (
        <Notice button={button}>
          <p className="font-semibold text-ember">
            Its result is due in{' '}
            <b role="timer" className="whitespace-nowrap tabular-nums">
              {countdownText(countdownTo(left, 0))}
            </b>
          </p>
        </Notice>
      )}
    </>
  );
}

function Notice({ button, children }: { button: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border-2 border-ember bg-ground p-3">
      {children}
      {button}
    </div>
  );
}

/** Holds a draft that is about to be published while somebody edits it. */
import { type FocusEvent, type ReactNode, useRef } from 'react';
import type { Dashboard } from '../../../contract/dashboard.ts';
import type { AdminDraw } from '../../../contract/draws.ts';
import { type Instant, MINUTE } from '../../../core/ist-time.ts';
import { ACTION } from '../../components/control-classes.ts';
import { useServerTime } from '../../server-time/use-server-now.tsx';
import { useToday } from '../../server-time/use-today.ts';
import { useAdminQuery } from '../data/queries.ts';
import { TimeLeft } from '../widgets/time-left.tsx';
import { FIRST_DIGIT } from './digit-boxes.tsx';
import { DASHBOARD_PATH, DASHBOARD_TABLES } from './draw-queries.ts';
import type { EditedDraw } from './use-edited-draw.ts';

/** How long before the result the countdown is shown. */
const SHOWN_BEFORE = 2 * MINUTE;

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

function isDueSoon({ revealAt, draw }: Dashboard['slots'][number], now: Instant): boolean {
  const left = Date.parse(revealAt) - now;
  return left > 0 && left <= SHOWN_BEFORE && !draw?.published && !draw?.onHold;
}

function DueSoon({ draw, button }: { draw: AdminDraw; button: ReactNode }) {
  const { data } = useAdminQuery<Dashboard>(DASHBOARD_PATH, DASHBOARD_TABLES);
  const slot = data?.slots.find((each) => each.slot === draw.slot);
  const isSoon = useServerTime((now) => slot !== undefined && isDueSoon(slot, now));
  return (
    <>
      {/* Read out once: the countdown changes every second. */}
      <p role="status" className="sr-only">
        {isSoon && 'The result of this draft is due in less than two minutes.'}
      </p>
      {slot && isSoon && (
        <Notice button={button}>
          <p className="font-semibold text-ember">
            Its result is due in <TimeLeft until={slot.revealAt} />
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

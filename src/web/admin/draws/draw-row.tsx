/** One draw in the list: its digits, its state and its actions. */
import { useRef, useState } from 'react';
import type { AdminDraw } from '../../../contract/draws.ts';
import { digitsOf } from '../../../core/digits.ts';
import { slotLabel } from '../../../core/slots.ts';
import { useKey } from '../keys/keys.tsx';
import { focusNeighbour, ROW_ACTION } from '../lists/list-row.ts';
import { ShortMoment } from '../widgets/moment.tsx';
import { MoreMenu, MoreMenuItem } from '../widgets/more-menu.tsx';
import { Switch } from '../widgets/switch.tsx';
import { useDrawActions } from './draw-actions.ts';
import { ApprovalBadge, DrawStateBadge, OriginBadge } from './draw-state-badge.tsx';
import { needsApproval } from './draw-values.ts';
import { ORIGIN_WORDS } from './origin-words.ts';
import { QuickEdit } from './quick-edit.tsx';
import { ResultDigits } from './result-digits.tsx';
import { WaitingForApproval } from './waiting-proposal.tsx';

interface DrawRowProps {
  draw: AdminDraw;
  onEdit(draw: AdminDraw): void;
}

/** Narrow, so that all actions fit into one line. */
const ACTION_IN_ROW = `${ROW_ACTION} px-2!`;

export function DrawRow({ draw, onEdit }: DrawRowProps) {
  const card = useRef<HTMLLIElement>(null);
  const actions = useDrawActions(draw, () => focusNeighbour(card.current));
  const { isBusy } = actions;
  const { drawNo, published, onHold } = draw;
  const toggleHold = onHold ? actions.release : actions.hold;
  const holdText = onHold ? 'Release' : 'Hold';
  return (
    <li
      ref={card}
      tabIndex={-1}
      data-draw-row
      className="thread-edge grid items-center gap-x-4 gap-y-2 rounded-card bg-cloth p-3 @xl:grid-cols-[1fr_auto] @min-[58rem]:grid-cols-[6.5rem_15.5rem_1fr_auto] @min-[58rem]:gap-x-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 @xl:block">
        <p className="text-lg font-bold">{slotLabel(draw.slot)}</p>
        <p className="text-sm wrap-anywhere text-ink-soft">{drawNo}</p>
      </div>
      <EditableDigits draw={draw} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {onHold && <DrawStateBadge state="on hold" />}
        <ApprovalBadge draw={draw} />
        <OriginBadge draw={draw} />
        {published && <Origin draw={draw} />}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-2 @xl:justify-end @min-[58rem]:flex-nowrap">
        <Switch isOn={published} isBusy={isBusy} onChange={actions.setPublished}>
          <span className="sr-only">{drawNo} </span>
          {published ? 'Published' : 'Draft'}
        </Switch>
        <div className="flex max-[24rem]:-mr-2">
          {!published && (
            <>
              {!needsApproval(draw) && (
                <button
                  type="button"
                  aria-disabled={isBusy}
                  className={ACTION_IN_ROW}
                  onClick={actions.quickPublish}
                >
                  Publish<span className="sr-only"> {drawNo}</span>
                </button>
              )}
              <button
                type="button"
                data-hold
                aria-disabled={isBusy}
                aria-keyshortcuts="h"
                className={ACTION_IN_ROW}
                onClick={toggleHold}
              >
                {holdText}
                <span className="sr-only"> {drawNo}</span>
              </button>
            </>
          )}
          <button type="button" className={ACTION_IN_ROW} onClick={() => onEdit(draw)}>
            Edit<span className="sr-only"> {drawNo}</span>
          </button>
          <MoreMenu name={drawNo}>
            {!published && <MoreMenuItem onChoose={toggleHold}>{holdText}</MoreMenuItem>}
            <MoreMenuItem onChoose={actions.remove}>Delete…</MoreMenuItem>
          </MoreMenu>
        </div>
      </div>
      <WaitingForApproval draw={draw} />
    </li>
  );
}

/** For screens with drafts. */
export function useDraftKeys(): void {
  useKey('h', 'Hold or release the draft that has the focus', pressHold);
  useKey('enter', 'In the digits: save, and go to the next draft');
  useKey('escape', 'In the digits: cancel');
}

/** Presses Hold or Release in the row that has the focus. */
const pressHold = (): void =>
  document.activeElement?.closest('[data-draw-row]')?.querySelector<HTMLElement>('[data-hold]')?.click();

export function EditableDigits({ draw }: { draw: AdminDraw }) {
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  function close(goesOn: boolean): void {
    setEditing(false);
    // The boxes that had the focus are gone.
    setTimeout(() => {
      const next = goesOn && opener.current ? nextDraft(opener.current) : undefined;
      if (next) next.click();
      else opener.current?.focus();
    });
  }

  if (isEditing) {
    return <QuickEdit draw={draw} onClosed={close} />;
  }
  return (
    <button
      ref={opener}
      type="button"
      title="Change the digits"
      data-digits-of={draw.published ? 'result' : 'draft'}
      className="w-fit rounded-control hover:outline-2 hover:outline-offset-2 hover:outline-gold"
      onClick={() => setEditing(true)}
    >
      <span className="sr-only">Change the digits of {draw.drawNo}: </span>
      <ResultDigits digits={digitsOf(draw)} />
    </button>
  );
}

/** The button of the next draft in the order of the screen. */
const nextDraft = (opener: HTMLElement): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-digits-of="draft"]')].find(
    (other) => opener.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING,
  );

function Origin({ draw }: { draw: AdminDraw }) {
  return (
    <p className="text-sm text-ink-soft">
      {ORIGIN_WORDS[draw.provenance]}
      {draw.published && draw.publishedAt && (
        <>
          {' · '}
          <span className="inline-block">
            out <ShortMoment at={draw.publishedAt} />
          </span>
        </>
      )}
    </p>
  );
}

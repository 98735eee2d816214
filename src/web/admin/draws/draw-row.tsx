/** One draw in the list: its digits, its state and its actions. */
import { useRef } from 'react';
import type { AdminDraw } from '../../../contract/draws.ts';
import { slotLabel } from '../../../core/slots.ts';
import { focusNeighbour, ROW_ACTION } from '../lists/list-row.ts';
import { ShortMoment } from '../widgets/moment.tsx';
import { MoreMenu, MoreMenuItem } from '../widgets/more-menu.tsx';
import { Switch } from '../widgets/switch.tsx';
import { useDrawActions } from './draw-actions.ts';
import { needsApproval } from './draw-state.ts';
import { ApprovalBadge, DrawStateBadge, ProvenanceBadge } from './draw-state-badge.tsx';
import { EditableDigits } from './editable-digits.tsx';
import { PROVENANCE_NAMES } from './provenance-names.ts';
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
        <ProvenanceBadge draw={draw} />
        {published && <Provenance draw={draw} />}
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

function Provenance({ draw }: { draw: AdminDraw }) {
  return (
    <p className="text-sm text-ink-soft">
      {PROVENANCE_NAMES[draw.provenance]}
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

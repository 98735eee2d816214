/** One draw in the list: its digits, its state and its actions. */
import { useRef, useState } from 'react';
import type { AdminDraw } from '../../../contract/draws.ts';
import { slotLabel } from '../../../core/slots.ts';
import { digitsOf } from '../../components/draw-digits.ts';
import { clockTime } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { focusNeighbour, ROW_ACTION } from '../lists/list-row.ts';
import { Switch } from '../widgets/switch.tsx';
import { useDrawActions } from './draw-actions.ts';
import { DrawStateBadge, drawState } from './draw-state-badge.tsx';
import { QuickEdit } from './quick-edit.tsx';
import { ResultDigits } from './result-digits.tsx';

interface DrawRowProps {
  draw: AdminDraw;
  onEdit(draw: AdminDraw): void;
}

export function DrawRow({ draw, onEdit }: DrawRowProps) {
  const card = useRef<HTMLLIElement>(null);
  const { isBusy, quickPublish, setPublished, remove } = useDrawActions(draw, () =>
    focusNeighbour(card.current),
  );
  const { drawNo } = draw;
  return (
    <li
      ref={card}
      tabIndex={-1}
      className="thread-edge grid items-center gap-x-4 gap-y-2 rounded-card bg-cloth p-3 @xl:grid-cols-[1fr_auto] @4xl:grid-cols-[8.5rem_15.5rem_1fr_auto]"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3 @xl:block">
        <p className="text-lg font-bold">{slotLabel(draw.slot)}</p>
        <p className="text-sm text-ink-soft">{drawNo}</p>
      </div>
      <EditableDigits draw={draw} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 @xl:block">
        <DrawStateBadge state={drawState(draw)} />
        <Origin draw={draw} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-2 @xl:justify-end">
        <Switch isOn={draw.published} isBusy={isBusy} onChange={setPublished}>
          <span className="sr-only">{drawNo} </span>Published
        </Switch>
        <div className="flex">
          {!draw.published && (
            <button type="button" aria-disabled={isBusy} className={ROW_ACTION} onClick={quickPublish}>
              Publish<span className="sr-only"> {drawNo}</span>
            </button>
          )}
          <button type="button" className={ROW_ACTION} onClick={() => onEdit(draw)}>
            Edit<span className="sr-only"> {drawNo}</span>
          </button>
          <button type="button" aria-disabled={isBusy} className={ROW_ACTION} onClick={remove}>
            Delete<span className="sr-only"> {drawNo}</span>
          </button>
        </div>
      </div>
    </li>
  );
}

function EditableDigits({ draw }: { draw: AdminDraw }) {
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  function close(): void {
    setEditing(false);
    // The boxes that had the focus are gone.
    setTimeout(() => opener.current?.focus());
  }

  if (isEditing) {
    return <QuickEdit draw={draw} onClosed={close} />;
  }
  return (
    <button
      ref={opener}
      type="button"
      title="Change the digits"
      className="w-fit rounded-control hover:outline-2 hover:outline-offset-2 hover:outline-gold"
      onClick={() => setEditing(true)}
    >
      <span className="sr-only">Change the digits of {draw.drawNo}: </span>
      <ResultDigits digits={digitsOf(draw)} />
    </button>
  );
}

function Origin({ draw }: { draw: AdminDraw }) {
  const messages = useMessages();
  return (
    <p className="text-sm text-ink-soft">
      {messages.draw.provenance[draw.provenance]}
      {draw.published && draw.publishedAt && ` · out at ${clockTime(draw.publishedAt)}`}
    </p>
  );
}

/** One of today's slots: the state of its draw, and what can be done with it. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Dashboard } from '../../../contract/dashboard.ts';
import type { AdminDraw } from '../../../contract/draws.ts';
import { clockTime } from '../../i18n/dates.ts';
import { useServerTime } from '../../server-time/use-server-now.tsx';
import { useDrawActions } from '../draws/draw-actions.ts';
import { needsApproval } from '../draws/draw-state.ts';
import { DrawStateBadge, ProvenanceBadge } from '../draws/draw-state-badge.tsx';
import { EditableDigits } from '../draws/editable-digits.tsx';
import { ROW_ACTION } from '../lists/list-row.ts';
import { TEXT_LINK } from '../widgets/text-link.ts';
import { type DashboardSlot, slotOutlook, slotState } from './slot-state.ts';

interface SlotCardProps {
  slot: DashboardSlot;
  date: string;
  automation: Dashboard['automation'];
  draftsAt: Dashboard['draftsAt'];
  onAdd(): void;
}

export function SlotCard({ slot, date, automation, draftsAt, onAdd }: SlotCardProps) {
  const state = useServerTime((now) => slotState(slot, draftsAt, now));
  return (
    <li
      tabIndex={-1}
      data-draw-row
      className="flex flex-col gap-2 rounded-control border border-thread bg-ground p-3"
    >
      <div className="flex flex-wrap items-center justify-between gap-1">
        <span className="font-bold">{slot.label}</span>
        <DrawStateBadge state={state} />
      </div>
      {slot.draw ? (
        <SlotDraw draw={slot.draw}>
          <Outlook slot={slot} automation={automation} />
        </SlotDraw>
      ) : (
        <MissingDraw slot={slot} date={date} draftsAt={draftsAt} onAdd={onAdd} />
      )}
    </li>
  );
}

const SlotDraw = ({ draw, children }: { draw: AdminDraw; children: ReactNode }) => (
  <>
    <EditableDigits draw={draw} />
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <ProvenanceBadge draw={draw} />
      {children}
    </div>
    <div className="mt-auto flex flex-wrap items-center justify-between gap-x-2">
      <DrawLink date={draw.date} drawNo={draw.drawNo} />
      {!draw.published && <DraftActions draw={draw} />}
    </div>
  </>
);

/** Renders every second while it shows a countdown. */
function Outlook({ slot, automation }: Pick<SlotCardProps, 'slot' | 'automation'>) {
  const text = useServerTime((now) => slotOutlook(slot, automation, now));
  return <span className="text-sm text-ink-soft tabular-nums">{text}</span>;
}

function DraftActions({ draw }: { draw: AdminDraw }) {
  const { isBusy, quickPublish, hold, release } = useDrawActions(draw);
  const name = <span className="sr-only"> {draw.drawNo}</span>;
  return (
    <span className="-mr-2 flex">
      <button
        type="button"
        data-hold
        aria-disabled={isBusy}
        aria-keyshortcuts="h"
        className={ROW_ACTION}
        onClick={draw.onHold ? release : hold}
      >
        {draw.onHold ? 'Release' : 'Hold'}
        {name}
      </button>
      {needsApproval(draw) ? (
        <Link to={`/admin/draws?date=${draw.date}&slot=${draw.slot}`} className={ROW_ACTION}>
          Review{name}
        </Link>
      ) : (
        <button type="button" aria-disabled={isBusy} className={ROW_ACTION} onClick={quickPublish}>
          Publish{name}
        </button>
      )}
    </span>
  );
}

function MissingDraw({ slot, date, draftsAt, onAdd }: Omit<SlotCardProps, 'automation'>) {
  return (
    <>
      <span className="flex min-h-11 items-center text-ink-soft">
        {draftsAt === null ? 'No draw' : `Draft at ${clockTime(draftsAt)}`}
      </span>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-2">
        <DrawLink date={date} drawNo={slot.drawNo} />
        <button type="button" className={`${ROW_ACTION} -mr-2`} onClick={onAdd}>
          Add result<span className="sr-only"> of {slot.label}</span>
        </button>
      </div>
    </>
  );
}

const DrawLink = ({ date, drawNo }: { date: string; drawNo: string }) => (
  <Link to={`/admin/draws?date=${date}`} className={`${TEXT_LINK} text-sm`}>
    {drawNo}
  </Link>
);

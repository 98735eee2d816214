/** One of today's slots: the state of its draw, and what can be done with it. */
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Dashboard } from '../../../contract/dashboard.ts';
import type { AdminDraw } from '../../../contract/draws.ts';
import { digitsOf } from '../../components/draw-digits.ts';
import { useServerNow } from '../../hooks/use-server-now.tsx';
import { useInvalidation } from '../api/query-client.ts';
import { useDrawActions } from '../draws/draw-actions.ts';
import { DrawStateBadge, OriginBadge } from '../draws/draw-state-badge.tsx';
import { QuickEdit } from '../draws/quick-edit.tsx';
import { ResultDigits } from '../draws/result-digits.tsx';
import { ROW_ACTION } from '../lists/list-row.ts';
import { type DashboardSlot, slotOutlook, slotState } from './slot-state.ts';

interface SlotCardProps {
  slot: DashboardSlot;
  date: string;
  automation: Dashboard['automation'];
  onAdd(): void;
}

export function SlotCard({ slot, date, automation, onAdd }: SlotCardProps) {
  const now = useServerNow();
  return (
    <li className="flex flex-col gap-2 rounded-control border border-thread bg-ground p-3">
      <div className="flex flex-wrap items-center justify-between gap-1">
        <span className="font-bold">{slot.label}</span>
        <DrawStateBadge state={slotState(slot, now)} />
      </div>
      {slot.draw ? (
        <SlotDraw draw={slot.draw} outlook={slotOutlook(slot, automation, now)} />
      ) : (
        <MissingDraw slot={slot} date={date} onAdd={onAdd} />
      )}
    </li>
  );
}

function SlotDraw({ draw, outlook }: { draw: AdminDraw; outlook: string }) {
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  function close(): void {
    setEditing(false);
    // The boxes that had the focus are gone.
    setTimeout(() => opener.current?.focus());
  }

  if (isEditing) return <QuickEdit draw={draw} onClosed={close} />;
  return (
    <>
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
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <OriginBadge draw={draw} />
        <span className="text-sm text-ink-soft tabular-nums">{outlook}</span>
      </div>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-2">
        <DrawLink date={draw.date} drawNo={draw.drawNo} />
        {!draw.published && <DraftActions draw={draw} />}
      </div>
    </>
  );
}

function DraftActions({ draw }: { draw: AdminDraw }) {
  const invalidate = useInvalidation();
  const { isBusy, quickPublish, hold, release } = useDrawActions(draw);
  const andRefetch = (act: () => Promise<void>) => () => void act().then(() => invalidate('draws'));
  const name = <span className="sr-only"> {draw.drawNo}</span>;
  return (
    <span className="-mr-2 flex">
      <button
        type="button"
        aria-disabled={isBusy}
        className={ROW_ACTION}
        onClick={andRefetch(draw.onHold ? release : hold)}
      >
        {draw.onHold ? 'Release' : 'Hold'}
        {name}
      </button>
      <button type="button" aria-disabled={isBusy} className={ROW_ACTION} onClick={andRefetch(quickPublish)}>
        Publish{name}
      </button>
    </span>
  );
}

function MissingDraw({ slot, date, onAdd }: Omit<SlotCardProps, 'automation'>) {
  return (
    <>
      <span className="flex min-h-11 items-center text-ink-soft">No draw</span>
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
  <Link
    to={`/admin/draws?date=${date}`}
    className="inline-flex min-h-11 items-center text-sm font-semibold text-maroon underline"
  >
    {drawNo}
  </Link>
);

/** One day of the list: its draws, the slots that have none, and how many results were entered. */
import { useId } from 'react';
import type { AdminDraw } from '../../../contract/draws.ts';
import type { IstDate } from '../../../core/ist-time.ts';
import { type Slot, slotLabel } from '../../../core/slots.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { clockTime, longDate, weekday } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useToday } from '../../server-time/use-today.ts';
import { ROW_ACTION } from '../lists/list-row.ts';
import { PlusIcon } from '../widgets/panel-icons.tsx';
import { CreateDrafts } from './create-drafts.tsx';
import { type Day, enteredText, slotsOf } from './days.ts';
import { useDraftsAt } from './draw-queries.ts';
import { DrawRow } from './draw-row.tsx';
import { DrawStateBadge } from './draw-state-badge.tsx';

export interface DrawDayListener {
  onAdd(dateAndSlot: { date: IstDate; slot: Slot }): void;
  onEdit(draw: AdminDraw): void;
}

interface DrawDayProps extends DrawDayListener {
  day: Day;
  /** Whether all draws of the day are known: only then is a slot without one missing. */
  isWhole: boolean;
}

export function DrawDay({ day, isWhole, onAdd, onEdit }: DrawDayProps) {
  const messages = useMessages();
  const today = useToday();
  const id = useId();
  const { date, draws } = day;
  const isToday = date === today;
  const showsMissing = isWhole && date <= today;
  const slots = showsMissing ? slotsOf(day) : draws.map((draw) => ({ slot: draw.slot, draw }));
  const isWithoutDraws = isToday && isWhole && draws.length === 0;
  const draftsAt = useDraftsAt(isWithoutDraws);
  const missingState = isWithoutDraws && draftsAt !== null ? 'expected' : 'missing';
  const lacksDraws = isToday && slots.some(({ draw }) => !draw);
  return (
    <section aria-labelledby={id} className="@container">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="flex flex-wrap items-baseline gap-x-2 text-xl">
          {longDate(date, messages)}
          <span className="text-base font-medium text-ink-soft">
            {weekday(date, messages)}
            {isToday && ' · Today'}
          </span>
        </h2>
        {isWhole && <p className="text-base font-semibold tabular-nums">{enteredText(day)}</p>}
      </div>
      {isWithoutDraws && (
        <div className="mb-2">
          <NoDraws draftsAt={draftsAt} />
        </div>
      )}
      <ul className="space-y-2">
        {slots.map(({ slot, draw }) =>
          draw ? (
            <DrawRow key={draw.id} draw={draw} onEdit={onEdit} />
          ) : (
            <MissingRow key={slot} slot={slot} state={missingState} onAdd={() => onAdd({ date, slot })} />
          ),
        )}
      </ul>
      {lacksDraws && !isWithoutDraws && (
        <div className="mt-3">
          <CreateDrafts />
        </div>
      )}
    </section>
  );
}

/** Today, before its drafts are made or after all of them were deleted. */
const NoDraws = ({ draftsAt }: { draftsAt: string | null | undefined }) =>
  draftsAt ? (
    <EmptyState
      title="Today’s drafts are not made yet"
      text={`The system makes them at ${clockTime(draftsAt)}. Results can be entered before.`}
    />
  ) : (
    <EmptyState
      title="No draws for today"
      text="Nothing will be published today unless results are added or drafts are made."
    >
      <CreateDrafts />
    </EmptyState>
  );

interface MissingRowProps {
  slot: Slot;
  state: 'expected' | 'missing';
  onAdd(): void;
}

const MISSING_EDGES = { expected: 'border-thread', missing: 'border-ember/60' } as const;

const MissingRow = ({ slot, state, onAdd }: MissingRowProps) => (
  <li
    tabIndex={-1}
    className={`flex flex-wrap items-center gap-x-4 gap-y-1 rounded-card border-2 border-dashed px-3 py-1.5 ${MISSING_EDGES[state]}`}
  >
    <p className="w-20 text-lg font-bold">{slotLabel(slot)}</p>
    <DrawStateBadge state={state} />
    <button type="button" className={`${ROW_ACTION} ml-auto gap-1.5`} onClick={onAdd}>
      <PlusIcon />
      Add<span className="sr-only"> the result of {slotLabel(slot)}</span>
    </button>
  </li>
);

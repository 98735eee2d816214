/** The list of draws, day by day. */
import { useId } from 'react';
import type { AdminDraw } from '../../../contract/draws.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { useToday } from '../../hooks/use-today.ts';
import { longDate, weekday } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import type { List } from '../data/queries.ts';
import { ClearFilters, ListView } from '../lists/list-view.tsx';
import { CreateDrafts } from './create-drafts.tsx';
import { type Day, groupByDay, withToday } from './days.ts';
import { DrawRow } from './draw-row.tsx';
import type { Filters } from './filters.ts';

const NO_DRAWS_TODAY = {
  title: 'No draws for today',
  text: 'Nothing will be published today unless results are added or drafts are made.',
};

interface DrawListProps {
  list: List<AdminDraw>;
  filters: Filters;
  onClearFilters(): void;
  onEdit(draw: AdminDraw): void;
}

export function DrawList({ list, filters, onClearFilters, onEdit }: DrawListProps) {
  const today = useToday();
  const names = Object.keys(filters);
  const isAll = names.length === 0;
  const isToday = isAll || (names.length === 1 && filters.date === today);
  const nothingFound = {
    title: 'No results found',
    text: 'No draw is like what you are looking for.',
    action: <ClearFilters onClear={onClearFilters} />,
  };
  return (
    <ListView
      list={list}
      label="draws"
      empty={isToday ? { ...NO_DRAWS_TODAY, action: <CreateDrafts /> } : nothingFound}
    >
      {(draws) => {
        const days = groupByDay(draws);
        const isTodayInSight = !list.hasNextPage || days.some(({ date }) => date <= today);
        return (
          <DrawDays
            days={isAll && isTodayInSight ? withToday(days, today) : days}
            today={today}
            onEdit={onEdit}
          />
        );
      }}
    </ListView>
  );
}

interface DrawDaysProps {
  days: Day[];
  today: string;
  onEdit(draw: AdminDraw): void;
}

const DrawDays = ({ days, ...rest }: DrawDaysProps) => (
  <div className="space-y-8">
    {days.map((day) => (
      <DrawDay key={day.date} day={day} {...rest} />
    ))}
  </div>
);

function DrawDay({ day, today, onEdit }: Omit<DrawDaysProps, 'days'> & { day: Day }) {
  const messages = useMessages();
  const id = useId();
  return (
    <section aria-labelledby={id} className="@container">
      <h2 id={id} className="mb-3 flex flex-wrap items-baseline gap-x-2 text-xl">
        {longDate(day.date, messages)}
        <span className="text-base font-medium text-ink-soft">
          {weekday(day.date, messages)}
          {day.date === today && ' · Today'}
        </span>
      </h2>
      {day.draws.length === 0 ? (
        <EmptyState {...NO_DRAWS_TODAY}>
          <CreateDrafts />
        </EmptyState>
      ) : (
        <ul className="space-y-2">
          {day.draws.map((draw) => (
            <DrawRow key={draw.id} draw={draw} onEdit={onEdit} />
          ))}
        </ul>
      )}
    </section>
  );
}

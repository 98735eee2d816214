/** The list of draws with the filters that apply, in all its states. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { useToday } from '../../hooks/use-today.ts';
import type { List } from '../data/queries.ts';
import { ClearFilters, ListView } from '../lists/list-view.tsx';
import { CreateDrafts } from './create-drafts.tsx';
import { groupByDay, withToday } from './days.ts';
import { DrawDays, NO_DRAWS_TODAY } from './draw-days.tsx';
import type { Filters } from './filters.ts';

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

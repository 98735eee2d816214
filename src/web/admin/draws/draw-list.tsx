/** The list of draws with the filters that apply, in all its states. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { useToday } from '../../hooks/use-today.ts';
import type { Pages } from '../data/use-pages.ts';
import { ClearFilters } from '../lists/clear-filters.tsx';
import { ListView } from '../lists/list-view.tsx';
import { CreateDrafts } from './create-drafts.tsx';
import { groupByDay, withToday } from './days.ts';
import type { DrawListener } from './draw-actions.ts';
import { DrawDays, NO_DRAWS_TODAY } from './draw-days.tsx';
import type { Filters } from './filters.ts';

interface DrawListProps {
  pages: Pages<AdminDraw>;
  filters: Filters;
  onClearFilters(): void;
  onEdit(draw: AdminDraw): void;
}

export function DrawList({ pages, filters, onClearFilters, onEdit }: DrawListProps) {
  const today = useToday();
  const names = Object.keys(filters);
  const isAll = names.length === 0;
  const isToday = isAll || (names.length === 1 && filters.date === today);
  const listener: DrawListener = {
    onChanged: (draw) =>
      pages.setData((page) => ({
        ...page,
        items: page.items.map((item) => (item.id === draw.id ? draw : item)),
      })),
    onRemoved: (draw) =>
      pages.setData((page) => ({ ...page, items: page.items.filter(({ id }) => id !== draw.id) })),
  };
  const nothingFound = {
    title: 'No results found',
    text: 'No draw is like what you are looking for.',
    action: <ClearFilters onClear={onClearFilters} />,
  };
  return (
    <ListView
      pages={pages}
      label="draws"
      empty={isToday ? { ...NO_DRAWS_TODAY, action: <CreateDrafts /> } : nothingFound}
    >
      {(draws) => {
        const days = groupByDay(draws);
        const isTodayInSight = !pages.hasMore || days.some(({ date }) => date <= today);
        return (
          <DrawDays
            days={isAll && isTodayInSight ? withToday(days, today) : days}
            today={today}
            listener={listener}
            onEdit={onEdit}
          />
        );
      }}
    </ListView>
  );
}

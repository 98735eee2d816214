/** The list of draws with the filters that apply, in all its states. */
import { useRef } from 'react';
import type { AdminDraw } from '../../../contract/draws.ts';
import { ACTION } from '../../components/actions.ts';
import { useToday } from '../../hooks/use-today.ts';
import type { Pages } from '../data/use-pages.ts';
import { CreateDrafts } from '../ui/create-drafts.tsx';
import { ListView } from '../ui/list-view.tsx';
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
  const list = useRef<HTMLElement>(null);
  const names = Object.keys(filters);
  const isAll = names.length === 0;
  const isToday = isAll || (names.length === 1 && filters.date === today);
  const listener: DrawListener = {
    onChanged: (draw) =>
      pages.setData((page) => ({
        ...page,
        items: page.items.map((item) => (item.id === draw.id ? draw : item)),
      })),
    onRemoved(draw) {
      // The card that had the focus goes with its draw.
      list.current?.focus({ preventScroll: true });
      pages.setData((page) => ({ ...page, items: page.items.filter(({ id }) => id !== draw.id) }));
    },
  };
  const nothingFound = {
    title: 'No results found',
    text: 'No draw is like what you are looking for.',
    action: (
      <button type="button" className={ACTION} onClick={onClearFilters}>
        Clear Filters
      </button>
    ),
  };
  return (
    <section
      ref={list}
      aria-label="List of draws"
      tabIndex={-1}
      className={`outline-none ${pages.isOfFormerPath ? 'opacity-60 transition-opacity' : ''}`}
    >
      <ListView
        pages={pages}
        label="draws"
        empty={isToday ? { ...NO_DRAWS_TODAY, action: <CreateDrafts /> } : nothingFound}
      >
        {(draws) => {
          const days = groupByDay(draws);
          return (
            <DrawDays
              days={isAll ? withToday(days, today) : days}
              today={today}
              listener={listener}
              onEdit={onEdit}
            />
          );
        }}
      </ListView>
    </section>
  );
}

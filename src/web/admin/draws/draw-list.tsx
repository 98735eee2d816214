/** The list of draws, day by day: today first, with the slots that have no draw. */
import type { AdminDraw } from '../../../contract/draws.ts';
import type { IstDate } from '../../../core/ist-time.ts';
import { useToday } from '../../server-time/use-today.ts';
import type { List } from '../data/queries.ts';
import { ClearFilters, ListView } from '../lists/list-view.tsx';
import { QueryView } from '../lists/query-view.tsx';
import { groupByDay } from './days.ts';
import { DrawDay, type DrawDayListener } from './draw-day.tsx';
import { useDraws } from './draw-queries.ts';
import type { DrawFilterValues } from './filter-values.ts';
import { useDraftKeys } from './use-draft-keys.ts';

interface DrawListProps extends DrawDayListener {
  list: List<AdminDraw>;
  filterValues: DrawFilterValues;
  onClearFilters(): void;
}

export function DrawList(props: DrawListProps) {
  useDraftKeys();
  return Object.keys(props.filterValues).length === 0 ? <AllDays {...props} /> : <FilteredDays {...props} />;
}

/** Today has its own query: it is shown first, however many draws of later days there are. */
function AllDays({ list, onAdd, onEdit }: DrawListProps) {
  const today = useToday();
  const drawsOfToday = useDraws({ date: today });
  return (
    <div className="space-y-8">
      <QueryView query={drawsOfToday} label="Loading the draws of today" rows={5}>
        {(draws) => (
          <DrawDay
            day={{ date: today, draws: draws.filter(({ date }) => date === today) }}
            isWhole={!drawsOfToday.isPlaceholderData}
            onAdd={onAdd}
            onEdit={onEdit}
          />
        )}
      </QueryView>
      <ListView
        list={list}
        label="draws"
        isShown={({ date }) => date !== today}
        empty={{ title: 'No draws of other days', text: 'Past and coming days appear here.' }}
      >
        {(draws) => <Days draws={draws} list={list} onAdd={onAdd} onEdit={onEdit} />}
      </ListView>
    </div>
  );
}

function FilteredDays({ list, filterValues, onClearFilters, onAdd, onEdit }: DrawListProps) {
  const today = useToday();
  const { date } = filterValues;
  const isNarrowed = Boolean(filterValues.slot || filterValues.status || filterValues.q);
  const isDayUpToToday = date !== undefined && date <= today && !isNarrowed;
  return (
    <ListView
      list={list}
      label="draws"
      empty={
        isDayUpToToday
          ? null
          : {
              title: 'No results found',
              text: 'No draw is like what you are looking for.',
              action: <ClearFilters onClear={onClearFilters} />,
            }
      }
    >
      {(draws) => (
        <Days
          draws={draws}
          list={list}
          isNarrowed={isNarrowed}
          {...(isDayUpToToday && { shownDate: date })}
          onAdd={onAdd}
          onEdit={onEdit}
        />
      )}
    </ListView>
  );
}

interface DaysProps extends DrawDayListener {
  draws: AdminDraw[];
  list: List<AdminDraw>;
  /** Not all draws of a day are in the list. */
  isNarrowed?: boolean;
  /** This day is shown even without draws. */
  shownDate?: IstDate;
}

function Days({ draws, list, isNarrowed = false, shownDate, ...listener }: DaysProps) {
  const today = useToday();
  const days = groupByDay(draws, today);
  if (shownDate && !list.isPlaceholderData && days.length === 0) days.push({ date: shownDate, draws: [] });
  /** The rest of this day may be on the next page. */
  const oldest = list.hasNextPage ? draws.at(-1)?.date : undefined;
  return (
    <div className="space-y-8">
      {days.map((day) => (
        <DrawDay
          key={day.date}
          day={day}
          isWhole={!isNarrowed && !list.isPlaceholderData && day.date !== oldest}
          {...listener}
        />
      ))}
    </div>
  );
}

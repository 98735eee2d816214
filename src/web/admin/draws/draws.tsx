/** The draws screen: filters, the calendar, the list, the editor, export and import. */
import { useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AdminDraw } from '../../../contract/draws.ts';
import { ACTION, MAIN_ACTION } from '../../components/control-classes.ts';
import { useInvalidation } from '../api/query-client.ts';
import { useKey } from '../keys/keys.tsx';
import { ExportLink } from '../lists/export-link.tsx';
import { CalendarIcon } from '../widgets/panel-icons.tsx';
import { ScreenTitle } from '../widgets/screen-title.tsx';
import { DrawEditor } from './draw-editor.tsx';
import { DrawFilters } from './draw-filters.tsx';
import { DrawList } from './draw-list.tsx';
import { useDraws } from './draw-queries.ts';
import { DrawSavingProvider } from './draw-saving.tsx';
import { csvPath, type FilterName, readFilters, withFilter } from './filters.ts';
import { ImportDialog } from './importing/import-dialog.tsx';
import { MonthCalendar } from './month-calendar.tsx';
import type { Place } from './use-draw-editor.ts';

type OpenDialog = { kind: 'editor'; draw: AdminDraw | null; place: Place | null } | { kind: 'import' };

export default function DrawsScreen() {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => readFilters(search), [search]);
  const choose = useCallback(
    (name: FilterName, value: string) =>
      // From the address: the filters of the last navigation may not be rendered yet.
      setSearch(() => withFilter(readFilters(new URLSearchParams(location.search)), name, value), {
        replace: true,
        preventScrollReset: true,
      }),
    [setSearch],
  );
  const draws = useDraws(filters);
  const invalidate = useInvalidation();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const add = (place: Place | null = null) => setDialog({ kind: 'editor', draw: null, place });
  useKey('n', 'Add result', () => add());
  const [isCalendarOpen, setCalendarOpen] = useState(false);
  const calendarButton = useRef<HTMLButtonElement>(null);
  const showChange = () => void invalidate('draws');

  return (
    <DrawSavingProvider>
      <ScreenTitle
        actions={
          <>
            <button type="button" className={MAIN_ACTION} aria-keyshortcuts="n" onClick={() => add()}>
              Add result
            </button>
            <button type="button" className={ACTION} onClick={() => setDialog({ kind: 'import' })}>
              Import CSV
            </button>
            <ExportLink path={csvPath(filters)} />
          </>
        }
      >
        Draws
      </ScreenTitle>
      <DrawFilters filters={filters} onChoose={choose}>
        <button
          ref={calendarButton}
          type="button"
          aria-expanded={isCalendarOpen}
          className={`${ACTION} max-sm:grow`}
          onClick={() => setCalendarOpen(!isCalendarOpen)}
        >
          <CalendarIcon />
          Calendar
        </button>
      </DrawFilters>
      {isCalendarOpen && (
        <MonthCalendar
          filters={filters}
          onChosen={() => {
            setCalendarOpen(false);
            calendarButton.current?.focus();
          }}
        />
      )}
      <DrawList
        list={draws}
        filters={filters}
        onClearFilters={() => setSearch({}, { replace: true })}
        onAdd={add}
        onEdit={(draw) => setDialog({ kind: 'editor', draw, place: null })}
      />
      {dialog?.kind === 'editor' && (
        <DrawEditor
          draw={dialog.draw}
          place={dialog.place}
          current={draws.data?.find(({ id }) => id === dialog.draw?.id)}
          onSaved={showChange}
          onClosed={close}
        />
      )}
      {dialog?.kind === 'import' && <ImportDialog onImported={showChange} onClosed={close} />}
    </DrawSavingProvider>
  );
}

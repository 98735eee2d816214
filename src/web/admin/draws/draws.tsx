/** The draws screen: filters, the calendar, the list, the editor, export and import. */
import { useCallback, useRef, useState } from 'react';
import type { AdminDraw } from '../../../contract/draws.ts';
import { ACTION, MAIN_ACTION } from '../../components/control-classes.ts';
import { useInvalidation } from '../api/query-client.ts';
import { useKey } from '../keys/keys.tsx';
import { ExportLink } from '../lists/export-link.tsx';
import { useFilters } from '../lists/use-filters.ts';
import { CalendarIcon } from '../widgets/panel-icons.tsx';
import { ScreenTitle } from '../widgets/screen-title.tsx';
import { DrawEditor } from './draw-editor.tsx';
import { DrawFilters } from './draw-filters.tsx';
import { DrawList } from './draw-list.tsx';
import { useDraws } from './draw-queries.ts';
import { DrawSavingProvider } from './draw-saving.tsx';
import { changesFor, type FilterName, readFilterValues } from './filter-values.ts';
import { ImportDialog } from './importing/import-dialog.tsx';
import { MonthCalendar } from './month-calendar.tsx';
import type { DateAndSlot } from './use-draw-editor.ts';

type OpenDialog =
  | { kind: 'editor'; draw: AdminDraw | null; dateAndSlot: DateAndSlot | null }
  | { kind: 'import' };

export default function DrawsScreen() {
  const filters = useFilters();
  const { change, clear } = filters;
  const filterValues = readFilterValues(filters);
  const choose = useCallback((name: FilterName, value: string) => change(changesFor(name, value)), [change]);
  const draws = useDraws(filterValues);
  const invalidate = useInvalidation();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const add = (dateAndSlot: DateAndSlot | null = null) =>
    setDialog({ kind: 'editor', draw: null, dateAndSlot });
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
            <ExportLink path="/api/admin/draws.csv" filterValues={filterValues} />
          </>
        }
      >
        Draws
      </ScreenTitle>
      <DrawFilters filterValues={filterValues} onChoose={choose}>
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
          filterValues={filterValues}
          onChosen={() => {
            setCalendarOpen(false);
            calendarButton.current?.focus();
          }}
        />
      )}
      <DrawList
        list={draws}
        filterValues={filterValues}
        onClearFilters={clear}
        onAdd={add}
        onEdit={(draw) => setDialog({ kind: 'editor', draw, dateAndSlot: null })}
      />
      {dialog?.kind === 'editor' && (
        <DrawEditor
          draw={dialog.draw}
          dateAndSlot={dialog.dateAndSlot}
          current={draws.data?.find(({ id }) => id === dialog.draw?.id)}
          onSaved={showChange}
          onClosed={close}
        />
      )}
      {dialog?.kind === 'import' && (
        <ImportDialog
          onImported={showChange}
          onTakenBack={() => setDialog({ kind: 'import' })}
          onClosed={close}
        />
      )}
    </DrawSavingProvider>
  );
}

/** The draws screen: filters, the list, the editor, export and import. */
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AdminDraw } from '../../../contract/draws.ts';
import { ACTION, MAIN_ACTION } from '../../components/actions.ts';
import { useInvalidation } from '../api/query-client.ts';
import { ExportLink } from '../lists/export-link.tsx';
import { ScreenTitle } from '../widgets/screen-title.tsx';
import { DrawEditor } from './draw-editor.tsx';
import { DrawFilters } from './draw-filters.tsx';
import { DrawList } from './draw-list.tsx';
import { useDraws } from './draw-queries.ts';
import { DrawSavingProvider } from './draw-saving.tsx';
import { csvPath, type FilterName, readFilters, withFilter } from './filters.ts';
import { ImportDialog } from './importing/import-dialog.tsx';

type OpenDialog = { kind: 'editor'; draw: AdminDraw | null } | { kind: 'import' };

export default function DrawsScreen() {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => readFilters(search), [search]);
  const choose = useCallback(
    (name: FilterName, value: string) =>
      setSearch((current) => withFilter(readFilters(current), name, value), {
        replace: true,
        preventScrollReset: true,
      }),
    [setSearch],
  );
  const draws = useDraws(filters);
  const invalidate = useInvalidation();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const showChange = () => void invalidate('draws');

  return (
    <DrawSavingProvider>
      <ScreenTitle
        actions={
          <>
            <button
              type="button"
              className={MAIN_ACTION}
              onClick={() => setDialog({ kind: 'editor', draw: null })}
            >
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
      <DrawFilters filters={filters} onChoose={choose} />
      <DrawList
        list={draws}
        filters={filters}
        onClearFilters={() => setSearch({}, { replace: true })}
        onEdit={(draw) => setDialog({ kind: 'editor', draw })}
      />
      {dialog?.kind === 'editor' && (
        <DrawEditor
          draw={dialog.draw}
          current={draws.data?.find(({ id }) => id === dialog.draw?.id)}
          onSaved={showChange}
          onClosed={close}
        />
      )}
      {dialog?.kind === 'import' && <ImportDialog onImported={showChange} onClosed={close} />}
    </DrawSavingProvider>
  );
}

/** The dialog that imports results from a CSV file: shows a preview first, then imports all rows or none. */
import { useState } from 'react';
import type { ImportReport } from '../../../../contract/import.ts';
import { ACTION, MAIN_ACTION } from '../../../components/control-classes.ts';
import { failureText } from '../../api/refusal.ts';
import { TextField } from '../../forms/field.tsx';
import { useApi } from '../../session/session.tsx';
import { Dialog } from '../../widgets/dialog.tsx';
import { ErrorMessage } from '../../widgets/error-message.tsx';
import { useToasts } from '../../widgets/toasts.tsx';
import { useSingleRun } from '../../widgets/use-single-run.ts';
import { ImportPreview } from './import-preview.tsx';
import { RecentImports } from './recent-imports.tsx';
import { useTakeBack } from './use-take-back.ts';

const IMPORT_PATH = '/api/admin/draws/import';
const FAILURE = 'Error importing results. Please try again.';

interface ImportDialogProps {
  onImported(): void;
  onClosed(): void;
}

interface Preview {
  text: string;
  report: ImportReport;
}

export function ImportDialog({ onImported, onClosed }: ImportDialogProps) {
  const api = useApi();
  const toasts = useToasts();
  const takeBack = useTakeBack();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<string>();
  const { isBusy, run } = useSingleRun();

  const runWithError = (work: () => Promise<void>) =>
    run(async () => {
      setError(undefined);
      try {
        await work();
      } catch (failure) {
        setError(failureText(failure, FAILURE));
      }
    });

  const showPreview = (file: File) =>
    runWithError(async () => {
      setPreview(null);
      const text = await file.text();
      setPreview({
        text,
        report: await api.post<ImportReport>(`${IMPORT_PATH}?dryRun=true`, { body: text }),
      });
    });

  const importAll = ({ text }: Preview) =>
    runWithError(async () => {
      const { published, drafts, importId } = await api.post<ImportReport>(IMPORT_PATH, { body: text });
      toasts.success('Results imported.', `${published} published, ${drafts} drafts.`, {
        label: 'Undo import',
        run: () => void (importId && takeBack(importId)),
      });
      onImported();
      onClosed();
    });

  const count = preview ? preview.report.published + preview.report.drafts : 0;
  const isReady = preview !== null && preview.report.problems.length === 0 && count > 0;
  return (
    <Dialog
      isOpen
      onClose={onClosed}
      title="Import results"
      description="Takes the CSV files that are exported here and on the public site. All rows are imported, or none. An import can be taken back."
    >
      <div className="space-y-4" aria-busy={isBusy}>
        <TextField
          label="CSV file"
          type="file"
          accept=".csv,text/csv"
          onChange={({ currentTarget: { files } }) => files?.[0] && void showPreview(files[0])}
        />
        {error && <ErrorMessage>{error}</ErrorMessage>}
        {preview && <ImportPreview {...preview} />}
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className={ACTION} onClick={onClosed}>
            Cancel
          </button>
          {isReady && (
            <button
              type="button"
              aria-disabled={isBusy}
              className={`${MAIN_ACTION} aria-disabled:opacity-60`}
              onClick={() => importAll(preview)}
            >
              {isBusy ? 'Importing…' : `Import ${count} ${count === 1 ? 'draw' : 'draws'}`}
            </button>
          )}
        </div>
        <RecentImports />
      </div>
    </Dialog>
  );
}

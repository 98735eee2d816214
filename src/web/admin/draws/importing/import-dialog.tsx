/** The dialog that imports results from a CSV file: shows a preview first, and then how far the import is. */
import { useEffect, useRef, useState } from 'react';
import type { ImportReport } from '../../../../contract/import.ts';
import { ACTION, MAIN_ACTION } from '../../../components/control-classes.ts';
import { failureText, isRefusedWith } from '../../api/refusal.ts';
import { TextField } from '../../forms/field.tsx';
import { useApi } from '../../session/session.tsx';
import { Dialog } from '../../widgets/dialog.tsx';
import { ErrorMessage } from '../../widgets/error-message.tsx';
import { useToasts } from '../../widgets/toasts.tsx';
import { useSingleRun } from '../../widgets/use-single-run.ts';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';
import { countText, numberText, useImports } from './imports.ts';
import { RecentImports } from './recent-imports.tsx';
import { IMPORT_PATH, useImport } from './use-import.ts';
import { useTakeBack } from './use-take-back.ts';

const FAILURE = 'Error importing results. Please try again.';

interface ImportDialogProps {
  onImported(): void;
  /** A large import is being taken back, which the dialog shows. */
  onTakenBack(): void;
  onClosed(): void;
}

interface Preview {
  text: string;
  report: ImportReport;
}

/** Taking back so many draws is over before a dialog has opened. */
const SHOWN_FROM = 1_000;

export function ImportDialog({ onImported, onTakenBack, onClosed }: ImportDialogProps) {
  const api = useApi();
  const toasts = useToasts();
  const takeBack = useTakeBack();
  const imports = useImports();
  const { importFile, findOwn } = useImport();
  const [preview, setPreview] = useState<Preview | null>(null);
  /** Changes when the chosen file is dropped: choosing the same one again would otherwise not be a change. */
  const [fileKey, setFileKey] = useState(0);
  const [error, setError] = useState<string>();
  const { isBusy, run } = useSingleRun();
  /** An import goes on when the dialog is closed. */
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const runWithError = (work: () => Promise<void>, whenClosed: (text: string) => void = () => {}) =>
    run(async () => {
      setError(undefined);
      try {
        await work();
      } catch (failure) {
        // A part of the file is stored: what its preview says is no longer true.
        if (isRefusedWith(failure, 'import-stopped')) {
          setPreview(null);
          setFileKey((key) => key + 1);
        }
        const text = failureText(failure, FAILURE);
        if (isShown.current) setError(text);
        else whenClosed(text);
      }
    });

  const showPreview = (file: File) =>
    runWithError(async () => {
      setPreview(null);
      const text = await file.text();
      setPreview({
        text,
        report: await api.post<ImportReport>(`${IMPORT_PATH}?dryRun=true`, {
          body: text,
          hasNoDeadline: true,
        }),
      });
    });

  const importAll = ({ text, report: { published, drafts } }: Preview) =>
    runWithError(async () => {
      const id = await importFile(text, published + drafts);
      toasts.success(
        'Results imported.',
        `${numberText(published)} published, ${numberText(drafts)} drafts.`,
        {
          label: 'Undo import',
          run: () => void (id && takeBack(id, ({ created }) => created >= SHOWN_FROM && onTakenBack())),
        },
      );
      onImported();
      if (isShown.current) onClosed();
    }, toasts.failure);

  const count = preview ? preview.report.published + preview.report.drafts : 0;
  const isReady = preview !== null && preview.report.problems.length === 0 && count > 0;
  return (
    <Dialog
      isOpen
      onClose={onClosed}
      title="Import results"
      description="Takes the CSV files that are exported here and on the public site. A file with a problem is not imported. An import can be taken back."
    >
      <div className="space-y-4" aria-busy={isBusy}>
        <TextField
          key={fileKey}
          label="CSV file"
          type="file"
          accept=".csv,text/csv"
          onChange={({ currentTarget: { files } }) => files?.[0] && void showPreview(files[0])}
        />
        {error && <ErrorMessage>{error}</ErrorMessage>}
        {preview && <ImportPreview {...preview} />}
        {findOwn && <ImportProgress current={findOwn(imports)} />}
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className={ACTION} onClick={onClosed}>
            {findOwn ? 'Close' : 'Cancel'}
          </button>
          {isReady && (
            <button
              type="button"
              aria-disabled={isBusy}
              className={`${MAIN_ACTION} aria-disabled:opacity-60`}
              onClick={() => importAll(preview)}
            >
              {isBusy ? 'Importing…' : `Import ${countText(count)}`}
            </button>
          )}
        </div>
        {!findOwn && <RecentImports imports={imports} />}
      </div>
    </Dialog>
  );
}

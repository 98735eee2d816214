/** A link that downloads a file of the admin API. */
import type { MouseEvent } from 'react';
import { ACTION } from '../../components/control-classes.ts';
import { DownloadIcon } from '../../components/page-icons.tsx';
import { useApi } from '../session/session.tsx';
import { useReportedAction } from '../widgets/use-reported-action.ts';

export function ExportLink({ path }: { path: string }) {
  const api = useApi();
  const run = useReportedAction();

  // The browser would save a refusal as the file: a call before makes sure that there is a session.
  function save(event: MouseEvent): void {
    event.preventDefault();
    void run(
      async () => {
        await api.get('/api/admin/me');
        startDownload(path);
      },
      { failure: 'Error exporting. Please try again.' },
    );
  }

  return (
    <a href={path} download className={ACTION} onClick={save}>
      <DownloadIcon />
      Export CSV
    </a>
  );
}

function startDownload(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}

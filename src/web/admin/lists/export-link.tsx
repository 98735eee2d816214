/** A link that saves a file of the admin API; a session that ended meanwhile is asked for again first. */
import type { MouseEvent } from 'react';
import { ACTION } from '../../components/actions.ts';
import { DownloadIcon } from '../../components/icons.tsx';
import { useApi } from '../session/session.tsx';
import { useReportedAction } from '../widgets/use-reported-action.ts';

export function ExportLink({ path }: { path: string }) {
  const api = useApi();
  const attempt = useReportedAction();

  // The browser saves whatever it is answered, also a refusal: so we ask beforehand whether there will be a file.
  function save(event: MouseEvent): void {
    event.preventDefault();
    void attempt(
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

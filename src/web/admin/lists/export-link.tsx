/** A link that downloads a file of the admin API. */
import type { MouseEvent } from 'react';
import { ACTION } from '../../components/control-classes.ts';
import { DownloadIcon } from '../../components/page-icons.tsx';
import { addressOf, type QueryParameters } from '../data/requests.ts';
import { useApi } from '../session/session.tsx';
import { useReport } from '../widgets/use-reported-action.ts';

interface ExportLinkProps {
  path: string;
  /** The rows with these values are exported. */
  filterValues: QueryParameters;
}

export function ExportLink({ path, filterValues }: ExportLinkProps) {
  const api = useApi();
  const address = addressOf(path, filterValues);
  const report = useReport();

  // The browser would save a refusal as the file: a call before makes sure that there is a session.
  function save(event: MouseEvent): void {
    event.preventDefault();
    void report(
      async () => {
        await api.get('/api/admin/me');
        startDownload(address);
      },
      { failure: 'Error exporting. Please try again.' },
    );
  }

  return (
    <a href={address} download className={ACTION} onClick={save}>
      <DownloadIcon />
      Export CSV
    </a>
  );
}

function startDownload(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** The list of backups, with a button that starts one. */
import { useState } from 'react';
import type { Backup } from '../../../contract/backups.ts';
import type { Page } from '../../../contract/paging.ts';
import { ACTION } from '../../components/actions.ts';
import { useInvalidation } from '../api/query-client.ts';
import { useAdminQuery } from '../data/queries.ts';
import { QueryView } from '../lists/query-view.tsx';
import { useApi } from '../session/session.tsx';
import { Moment } from '../widgets/moment.tsx';
import { Panel } from '../widgets/panel.tsx';
import { useReportedAction } from '../widgets/use-reported-action.ts';
import { BackupItem } from './backup-item.tsx';

const PATH = '/api/admin/backups';
const SHOWN = 10;

export function Backups() {
  const api = useApi();
  const run = useReportedAction();
  const invalidate = useInvalidation();
  const query = useAdminQuery<Page<Backup>>(`${PATH}?limit=${SHOWN}`, ['backups']);
  const [isStarting, setStarting] = useState(false);
  const isRunning = query.data?.items.some(({ status }) => status === 'running') ?? false;

  async function start(): Promise<void> {
    if (isStarting || isRunning) return;
    setStarting(true);
    await run(() => api.post(PATH), { failure: 'The backup could not be started. Please try again.' });
    await invalidate('backups');
    setStarting(false);
  }

  return (
    <Panel
      title="Backups"
      actions={
        <button
          type="button"
          aria-disabled={isStarting || isRunning}
          className={`${ACTION} aria-disabled:opacity-60`}
          onClick={start}
        >
          {isRunning ? 'Backing up…' : 'Back up now'}
        </button>
      }
    >
      <QueryView query={query} label="Loading the backups" rows={2}>
        {({ items }) => (
          <>
            <LastVerified backups={items} />
            <ul className="mt-3 divide-y divide-thread">
              {items.map((backup) => (
                <BackupItem key={backup.id} backup={backup} />
              ))}
            </ul>
          </>
        )}
      </QueryView>
    </Panel>
  );
}

function LastVerified({ backups }: { backups: readonly Backup[] }) {
  const last = backups.find(({ status }) => status === 'verified');
  if (!last)
    return <p>There is no verified backup yet. A copy counts only once it was restored and checked.</p>;
  return (
    <p>
      Last verified: <b>{last.finishedAt && <Moment at={last.finishedAt} />}</b>
    </p>
  );
}

/** The latest backups, with a button that starts one: on the timings screen, and a few of them on the dashboard. */
import type { ReactNode } from 'react';
import type { Backup } from '../../../contract/backups.ts';
import type { Page } from '../../../contract/paging.ts';
import { ACTION } from '../../components/control-classes.ts';
import { useAdminQuery } from '../data/queries.ts';
import { QueryView } from '../lists/query-view.tsx';
import { Moment } from '../widgets/moment.tsx';
import { Panel } from '../widgets/panel.tsx';
import { BackupItem } from './backup-item.tsx';
import { BACKUPS_PATH, useBackupStart } from './use-backup-start.ts';

interface BackupsProps {
  /** How many are listed. */
  limit: number;
  /** Below the list. */
  children?: ReactNode;
}

export function Backups({ limit, children }: BackupsProps) {
  const query = useAdminQuery<Page<Backup>>(`${BACKUPS_PATH}?limit=${limit}`, ['backups']);
  const { isStarting, start } = useBackupStart();
  const isRunning = query.data?.items.some(({ status }) => status === 'running') ?? false;
  return (
    <Panel
      title="Backups"
      actions={
        <button
          type="button"
          aria-disabled={isStarting || isRunning}
          className={`${ACTION} aria-disabled:opacity-60`}
          onClick={() => !isRunning && start()}
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
            {children}
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

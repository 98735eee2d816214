/** Starts a backup. */
import { useState } from 'react';
import { useInvalidation } from '../api/query-client.ts';
import { useApi } from '../session/session.tsx';
import { useReportedAction } from '../widgets/use-reported-action.ts';

export const BACKUPS_PATH = '/api/admin/backups';

export function useBackupStart() {
  const api = useApi();
  const run = useReportedAction();
  const invalidate = useInvalidation();
  const [isStarting, setStarting] = useState(false);

  async function start(): Promise<void> {
    if (isStarting) return;
    setStarting(true);
    await run(() => api.post(BACKUPS_PATH), {
      failure: 'The backup could not be started. Please try again.',
    });
    await invalidate('backups');
    setStarting(false);
  }

  return { isStarting, start };
}

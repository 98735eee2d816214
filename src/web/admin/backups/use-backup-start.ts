/** Starts a backup. */
import { useInvalidation } from '../api/query-client.ts';
import { useApi } from '../session/session.tsx';
import { useReport } from '../widgets/use-reported-action.ts';
import { useSingleRun } from '../widgets/use-single-run.ts';

export const BACKUPS_PATH = '/api/admin/backups';

export function useBackupStart() {
  const api = useApi();
  const report = useReport();
  const invalidate = useInvalidation();
  const { isBusy: isStarting, run } = useSingleRun();

  const start = () =>
    run(async () => {
      await report(() => api.post(BACKUPS_PATH), {
        failure: 'The backup could not be started. Please try again.',
      });
      await invalidate('backups');
    });

  return { isStarting, start };
}

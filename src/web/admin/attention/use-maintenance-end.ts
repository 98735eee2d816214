/** Turns maintenance mode off, and leaves all other settings as they are. */
import type { Settings } from '../../../contract/settings.ts';
import { useInvalidation } from '../api/query-client.ts';
import { useApi } from '../session/session.tsx';
import { useReportedAction } from '../widgets/use-reported-action.ts';

const PATH = '/api/admin/settings';

export function useMaintenanceEnd(): () => Promise<void> {
  const api = useApi();
  const run = useReportedAction();
  const invalidate = useInvalidation();
  return async () => {
    await run(
      async () => {
        const { answer, etag } = await api.getTagged<Settings>(PATH);
        if (!answer.maintenanceMode) return;
        await api.putTagged<Settings>(PATH, { body: { ...answer, maintenanceMode: false }, etag });
      },
      {
        success: 'Maintenance is off: visitors see the site again.',
        failure: 'Maintenance could not be turned off. Please try again.',
      },
    );
    await invalidate('settings');
  };
}

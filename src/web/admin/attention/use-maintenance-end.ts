/** Turns maintenance mode off, and leaves all other settings as they are. */
import { useInvalidation } from '../api/query-client.ts';
import { useSettingsChanges } from '../data/settings.ts';
import { useReport } from '../widgets/use-reported-action.ts';

export function useMaintenanceEnd(): () => Promise<void> {
  const { read, save } = useSettingsChanges();
  const report = useReport();
  const invalidate = useInvalidation();
  return async () => {
    await report(
      async () => {
        const { answer, etag } = await read();
        if (answer.maintenanceMode) await save({ answer: { ...answer, maintenanceMode: false }, etag });
      },
      {
        success: 'Maintenance is off: visitors see the site again.',
        failure: 'Maintenance could not be turned off. Please try again.',
      },
    );
    await invalidate('settings');
  };
}

/** Saves the settings with the version that was seen; asks before the site is closed or results go out at once. */
import { useQueryClient } from '@tanstack/react-query';
import type { Settings } from '../../../contract/settings.ts';
import type { Tagged } from '../api/admin-api.ts';
import { useInvalidation } from '../api/query-client.ts';
import { type Form, useForm } from '../forms/use-form.ts';
import { useApi } from '../session/session.tsx';
import { useConfirm } from '../widgets/confirm.tsx';
import { useToasts } from '../widgets/toasts.tsx';
import { changesPublication, usePublicationQuestion } from './publication-question.tsx';
import { type SettingsValues, settingsFormSchema, toValues } from './settings-values.ts';

export const SETTINGS_PATH = '/api/admin/settings';

export function useSettingsForm({ answer: saved, etag }: Tagged<Settings>): Form<SettingsValues> {
  const api = useApi();
  const queryClient = useQueryClient();
  const invalidate = useInvalidation();
  const toasts = useToasts();
  const confirm = useConfirm();
  const mayPublish = usePublicationQuestion();

  const mayClose = () =>
    confirm({
      title: 'Close the public site?',
      text: 'In maintenance mode visitors see a maintenance page instead of results, until you switch it off again.',
      action: 'Turn maintenance on',
    });

  return useForm({
    saved: toValues(saved),
    schema: settingsFormSchema,
    failure: 'Error saving settings. Please try again.',
    isGuarded: true,
    async send(settings) {
      if (settings.maintenanceMode && !saved.maintenanceMode && !(await mayClose())) return false;
      if (changesPublication(saved, settings) && !(await mayPublish(settings))) return false;
      const answer = await api.putTagged<Settings>(SETTINGS_PATH, { body: settings, etag }).catch((error) => {
        // Somebody else may have changed the settings: that must be shown before the next attempt.
        void invalidate('settings');
        throw error;
      });
      queryClient.setQueryData<Tagged<Settings>>([SETTINGS_PATH], answer);
      toasts.success('Settings saved.', 'They take effect at once.');
      return true;
    },
  });
}

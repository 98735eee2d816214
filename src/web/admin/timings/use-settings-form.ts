/** Saves the settings with the version that was seen; asks before the site is closed or results go out at once. */
import type { Settings } from '../../../contract/settings.ts';
import type { Tagged } from '../api/admin-api.ts';
import { useSettingsChanges } from '../data/settings.ts';
import { type FormState, useForm } from '../forms/use-form.ts';
import { useConfirm } from '../widgets/confirm.tsx';
import { useToasts } from '../widgets/toasts.tsx';
import { changesPublication, usePublicationQuestion } from './publication-question.tsx';
import { type SettingsValues, settingsFormSchema, toValues } from './settings-values.ts';

export function useSettingsForm({ answer: saved, etag }: Tagged<Settings>): FormState<SettingsValues> {
  const { save } = useSettingsChanges();
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
      await save({ answer: settings, etag });
      toasts.success('Settings saved.', 'They take effect at once.');
      return true;
    },
  });
}

/** The life of the settings form: changed, reset, saved, and kept up with what others save meanwhile. */
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { type Settings, settingsSchema } from '../../../contract/settings.ts';
import { useTaggedQuery } from '../data/use-query.ts';
import { type FormProblem, findProblem, problemOf } from '../forms/form-problem.ts';
import { useUnsavedGuard } from '../forms/unsaved-work.tsx';
import { useApi } from '../session/session.tsx';
import { useConfirm } from '../widgets/confirm.tsx';
import { useToasts } from '../widgets/toasts.tsx';
import { changeDraft, type SettingsDraft, type SettingsValues, settingsIn } from './settings-draft.ts';

const PATH = '/api/admin/settings';
const FAILURE = 'Error saving settings. Please try again.';

export function useSettingsForm() {
  const { data, error, refetch } = useTaggedQuery<Settings>(PATH, ['settings']);
  const saved = data?.answer;
  const [draft, setDraft] = useState<SettingsDraft | null>(null);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [isSaving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const api = useApi();
  const toasts = useToasts();
  const confirm = useConfirm();
  useUnsavedGuard(draft !== null);

  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);

  const mayClose = () =>
    confirm({
      title: 'Close the public site?',
      text: 'In maintenance mode visitors see a maintenance page instead of results, until you switch it off again.',
      action: 'Turn maintenance on',
    });

  async function send(settings: Settings, etag: string): Promise<void> {
    setSaving(true);
    setProblem(null);
    try {
      await api.put(PATH, { body: settings, etag });
      await refetch();
      setDraft(null);
      toasts.success('Settings saved.', 'They take effect at once.');
    } catch (failure) {
      setProblem(problemOf(failure, FAILURE));
      // Refused because of someone else's change, perhaps: then it must be seen before the next try.
      void refetch();
    }
    setSaving(false);
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (!data || isSaving) return;
    const settings = settingsIn(data.answer, draft);
    const found = findProblem(settingsSchema, settings);
    if (found) return setProblem(found);
    const isClosing = settings.maintenanceMode && !data.answer.maintenanceMode;
    if (isClosing && !(await mayClose())) return;
    await send(settings, data.etag);
  }

  return {
    saved,
    draft,
    problem,
    isSaving,
    form,
    loadError: error,
    refetch,
    submit,
    change(change: Partial<SettingsValues>) {
      if (saved) setDraft((current) => changeDraft(saved, current, change));
    },
    reset() {
      setDraft(null);
      setProblem(null);
    },
  };
}

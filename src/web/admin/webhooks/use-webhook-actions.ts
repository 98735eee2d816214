/** The actions of a webhook in the list: switching, testing, deleting. */
import type { Webhook, WebhookAttempt } from '../../../contract/webhooks.ts';
import { useApi } from '../session/session.tsx';
import { useConfirm } from '../widgets/confirm.tsx';
import { useToasts } from '../widgets/toasts.tsx';
import { useReport, useReportedAction } from '../widgets/use-reported-action.ts';
import { useSingleRun } from '../widgets/use-single-run.ts';
import { outcomeText } from './delivery-names.ts';

const FAILURE = 'Error changing webhook. Please try again.';
const SENDING_FAILURE = 'Error sending. Please try again.';

/** Sends a test or a message again, and reports in a toast what the receiver answered. */
export function useAttempt(onDone: () => Promise<void>) {
  const api = useApi();
  const toasts = useToasts();
  const { isBusy: isRunning, run } = useReportedAction();

  async function attempt(path: string): Promise<void> {
    await run(
      async () => {
        const { delivery } = await api.post<WebhookAttempt>(path);
        if (delivery.error === null) toasts.success(outcomeText(delivery));
        else toasts.failure(outcomeText(delivery), SENDING_FAILURE);
      },
      { failure: SENDING_FAILURE },
    );
    await onDone();
  }

  return { isRunning, attempt };
}

export function useWebhookActions({ id, url, etag }: Webhook, onChanged: () => Promise<void>) {
  const api = useApi();
  const report = useReport();
  const confirm = useConfirm();
  const { isRunning, attempt } = useAttempt(onChanged);
  const { isBusy: isSwitching, run } = useSingleRun();
  const path = `/api/admin/webhooks/${id}`;
  const { host } = new URL(url);
  return {
    isSwitching,
    isTesting: isRunning,
    setEnabled: (enabled: boolean) =>
      run(async () => {
        await report(() => api.patch(path, { body: { enabled }, etag }), {
          success: enabled ? `Results are sent to ${host}.` : `Nothing more is sent to ${host}.`,
          failure: FAILURE,
        });
        await onChanged();
      }),
    sendTest: () => attempt(`${path}/test`),
    async remove(): Promise<void> {
      const isSure = await confirm({
        title: `Delete the webhook to ${host}?`,
        text: 'Its secret and the list of its deliveries are deleted as well. This cannot be undone.',
        action: 'Delete',
      });
      if (!isSure) return;
      await report(() => api.delete(path, { etag }), {
        success: 'The webhook is deleted.',
        failure: FAILURE,
      });
      await onChanged();
    },
  };
}

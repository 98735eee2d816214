/** The actions of a webhook in the list: switching, testing, deleting. */
import { useState } from 'react';
import type { Webhook, WebhookAttempt } from '../../../contract/webhooks.ts';
import { failureText } from '../api/refusal.ts';
import { useApi } from '../session/session.tsx';
import { useConfirm } from '../widgets/confirm.tsx';
import { useToasts } from '../widgets/toasts.tsx';
import { useReportedAction } from '../widgets/use-reported-action.ts';
import { outcomeText } from './delivery-names.ts';

const FAILURE = 'Error changing webhook. Please try again.';
const SENDING_FAILURE = 'Error sending. Please try again.';

/** Sends a test or a message again, and reports in a toast what the receiver answered. */
export function useAttempt(onDone: () => Promise<void>) {
  const api = useApi();
  const toasts = useToasts();
  const [isRunning, setRunning] = useState(false);

  async function attempt(path: string): Promise<void> {
    if (isRunning) return;
    setRunning(true);
    toasts.forgetFailure(SENDING_FAILURE);
    try {
      const { delivery } = await api.post<WebhookAttempt>(path);
      if (delivery.error === null) toasts.success(outcomeText(delivery));
      else toasts.failure(outcomeText(delivery), SENDING_FAILURE);
    } catch (error) {
      toasts.failure(failureText(error, SENDING_FAILURE), SENDING_FAILURE);
    }
    setRunning(false);
    await onDone();
  }

  return { isRunning, attempt };
}

export function useWebhookActions({ id, url, etag }: Webhook, onChanged: () => Promise<void>) {
  const api = useApi();
  const run = useReportedAction();
  const confirm = useConfirm();
  const { isRunning, attempt } = useAttempt(onChanged);
  const [isSwitching, setSwitching] = useState(false);
  const path = `/api/admin/webhooks/${id}`;
  const { host } = new URL(url);
  return {
    isSwitching,
    isTesting: isRunning,
    async setEnabled(enabled: boolean): Promise<void> {
      setSwitching(true);
      await run(() => api.patch(path, { body: { enabled }, etag }), {
        success: enabled ? `Results are sent to ${host}.` : `Nothing more is sent to ${host}.`,
        failure: FAILURE,
      });
      await onChanged();
      setSwitching(false);
    },
    sendTest: () => attempt(`${path}/test`),
    async remove(): Promise<void> {
      const isSure = await confirm({
        title: `Delete the webhook to ${host}?`,
        text: 'Its secret and the list of its deliveries are deleted as well. This cannot be undone.',
        action: 'Delete',
      });
      if (!isSure) return;
      await run(() => api.delete(path, { etag }), { success: 'The webhook is deleted.', failure: FAILURE });
      await onChanged();
    },
  };
}

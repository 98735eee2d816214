/** The alerts of one's own account, and their changes. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AlertPreferences, OwnAlerts } from '../../../contract/alerts.ts';
import { PushNotAllowed, subscribeDevice } from '../../notifications/device-subscription.ts';
import { useInvalidation } from '../api/query-client.ts';
import { useAdminQuery } from '../data/queries.ts';
import { readOwnEndpoint } from '../session/own-push-endpoint.ts';
import { useApi } from '../session/session.tsx';
import { useReport } from '../widgets/use-reported-action.ts';
import { useSingleRun } from '../widgets/use-single-run.ts';

const OWN_ALERTS_PATH = '/api/admin/me/alerts';
const DEVICES_PATH = `${OWN_ALERTS_PATH}/devices`;
const FAILURE = 'Error changing your alerts. Please try again.';

const NOT_ALLOWED: Record<PushNotAllowed['reason'], string> = {
  blocked:
    'Notifications from this site are blocked. Allow them in the settings of your browser, then try again.',
  unsupported: 'This browser cannot receive notifications.',
  'add to home screen':
    'First add this site to your Home Screen: Share, then “Add to Home Screen”. Open it from there and try again.',
  dismissed: 'The browser has asked for permission and got no answer. Try again and allow notifications.',
};

export const useOwnAlertsQuery = () => useAdminQuery<OwnAlerts>(OWN_ALERTS_PATH, ['activity']);

export function useOwnAlerts() {
  const api = useApi();
  const report = useReport();
  const invalidate = useInvalidation();
  const { isBusy, run } = useSingleRun();
  const [deviceProblem, setDeviceProblem] = useState('');
  const ownEndpoint = useQuery({ queryKey: ['own push endpoint'], queryFn: readOwnEndpoint });

  const change = (work: () => Promise<unknown>, success?: string) =>
    run(async () => {
      setDeviceProblem('');
      await report(work, { failure: FAILURE, ...(success !== undefined && { success }) });
      await Promise.all([invalidate('activity'), ownEndpoint.refetch()]);
    });

  async function addThisDevice(): Promise<void> {
    // Asks for permission at once: some browsers show their question only when a button was just pressed.
    const subscribing = subscribeDevice();
    await change(async () => {
      try {
        await api.post(DEVICES_PATH, { body: { subscription: await subscribing } });
      } catch (error) {
        if (!(error instanceof PushNotAllowed)) throw error;
        setDeviceProblem(NOT_ALLOWED[error.reason]);
      }
    });
  }

  return {
    isBusy,
    /** Why this device cannot get alerts; empty if nothing prevents it. */
    deviceProblem,
    ownEndpoint: ownEndpoint.data ?? null,
    save: (body: AlertPreferences) => change(() => api.put(OWN_ALERTS_PATH, { body })),
    addThisDevice,
    removeDevice: (endpoint: string) => change(() => api.delete(DEVICES_PATH, { body: { endpoint } })),
    sendTest: () => change(() => api.post(`${OWN_ALERTS_PATH}/test`), 'The test is on its way to you.'),
  };
}

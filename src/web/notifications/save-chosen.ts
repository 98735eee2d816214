/** Saves the results that this device is notified of, on the server and on the device. */
import type { BrowserSubscription, NewPushSubscription } from '../../contract/push.ts';
import { callServer } from '../api/call-api.ts';
import { storeChosen } from './chosen-results.ts';

const send = (method: 'POST' | 'DELETE', body: unknown): Promise<Response> =>
  callServer('/api/push', {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** One change at a time, in all windows and the service worker: each replaces the whole list. */
export const inTurn = (change: () => Promise<void>): Promise<void> =>
  navigator.locks.request('notifications', change);

/** The key shows that it is this device: others may know the endpoint. */
const remove = ({ endpoint, keys: { auth } }: BrowserSubscription) => send('DELETE', { endpoint, auth });

/** `chosen` without slots ends the notifications. The subscription of the browser is kept, because staff use it too. */
export async function saveChosen(
  chosen: NewPushSubscription,
  former: NewPushSubscription | null,
): Promise<void> {
  const { subscription } = chosen;
  if (chosen.slots.length > 0) await send('POST', chosen);
  else await remove(subscription);
  await storeChosen(chosen);
  if (former && former.subscription.endpoint !== subscription.endpoint) {
    // If this fails, the server removes it when the push service reports that it is gone.
    await remove(former.subscription).catch(() => {});
  }
}

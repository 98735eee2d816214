/** The subscription of this browser at its push service, made with the key of the server. */
import type { BrowserSubscription, PushKey } from '../../contract/push.ts';
import { callApi } from '../api/call-api.ts';

/** Returns the subscription that the browser has, or makes one. */
export async function subscribeAt({ pushManager }: ServiceWorkerRegistration): Promise<BrowserSubscription> {
  const { key } = await callApi<PushKey>('/api/push/key');
  const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const subscription = await subscribe().catch(async (error: Error) => {
    // It has one that was made with another key, which the server no longer uses.
    if (error.name !== 'InvalidStateError') throw error;
    await (await pushManager.getSubscription())?.unsubscribe();
    return subscribe();
  });
  const { endpoint, keys } = subscription.toJSON();
  return {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
  };
}

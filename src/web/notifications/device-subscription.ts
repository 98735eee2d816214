/** Subscribes this device to push messages: the permission, the service worker, the subscription of the browser. */
import type { BrowserSubscription } from '../../contract/push.ts';
import { registerServiceWorker } from '../browser/service-worker-client.ts';
import { subscribeAt } from './browser-subscription.ts';

/** `dismissed`: the visitor has closed the browser's question without an answer. */
export type NoPermission = 'unsupported' | 'add to home screen' | 'blocked' | 'dismissed';

export class PushNotAllowed extends Error {
  readonly reason: NoPermission;

  constructor(reason: NoPermission) {
    super(`No permission for push messages: ${reason}`);
    this.reason = reason;
  }
}

/** An iPad says that it is a Mac, but no Mac has a touch screen. */
const isIos = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

const isSupported = (): boolean =>
  'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator;

/** A subscription needs an active service worker. Throws if it cannot be installed. */
async function activated(registration: ServiceWorkerRegistration): Promise<ServiceWorkerRegistration> {
  const worker = registration.installing ?? registration.waiting;
  if (registration.active || !worker) return registration;
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('The service worker was not installed'));
    });
  });
  return registration;
}

/**
 * Throws `PushNotAllowed`. `permission` is for callers that have asked already: some browsers show their question only
 * if it is asked at once when a button is pressed.
 */
export async function subscribeDevice(
  permission?: Promise<NotificationPermission>,
): Promise<BrowserSubscription> {
  if (!isSupported()) throw new PushNotAllowed(isIos() ? 'add to home screen' : 'unsupported');
  const answer = await (permission ?? Notification.requestPermission());
  if (answer !== 'granted') throw new PushNotAllowed(answer === 'denied' ? 'blocked' : 'dismissed');
  return subscribeAt(await activated(await registerServiceWorker()));
}

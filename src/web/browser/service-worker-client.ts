/** Registers the service worker, which keeps pages so that they can be read offline, and sends messages to it. */
import { SECOND } from '../../core/ist-time.ts';

/** Until then, the page itself may still be loading. */
const REGISTER_AFTER = 5 * SECOND;

/** Only for visitors: neither in the panel, nor in a frame of another website. */
export function startServiceWorker(): void {
  const isForVisitors = window === window.parent && !location.pathname.startsWith('/admin');
  if (!import.meta.env.PROD || !isForVisitors || !('serviceWorker' in navigator)) return;
  // Without a service worker the site works as before, but not offline.
  setTimeout(() => void register().catch(() => {}), REGISTER_AFTER);
}

export const registerServiceWorker = (): Promise<ServiceWorkerRegistration> =>
  navigator.serviceWorker.register('/service-worker.js');

async function register(): Promise<void> {
  const registration = await registerServiceWorker();
  refetchKeptPages();
  // The browser itself looks for a new version later, and not while the former one is busy.
  await registration.update();
}

/** Loads the address as a document: offline, the service worker responds with what it has kept. */
export function openKept(address: string): void {
  if (navigator.serviceWorker?.controller) location.replace(address);
}

/** The message is that of former versions, one of which may still be the service worker. */
export function refetchKeptPages(): void {
  navigator.serviceWorker?.controller?.postMessage('refresh pages');
}

/**
 * The results that this device is notified of, as the server was last sent them. Stored in the Cache API, because both
 * the page and the service worker can read it there.
 */
import type { NewPushSubscription } from '../../contract/push.ts';
import type { Slot } from '../../core/slots.ts';

const CACHE = 'notifications';
/** Not an address of the site. */
const ENTRY = '/chosen-results';

/** An event of the window: a card may have moved, with a new bell, while its result was being chosen. */
export const CHOICE_SAVED = 'choice saved';

export async function readChosen(): Promise<NewPushSubscription | null> {
  const stored = await (await caches.open(CACHE)).match(ENTRY);
  return stored ? ((await stored.json()) as NewPushSubscription) : null;
}

export async function storeChosen(chosen: NewPushSubscription): Promise<void> {
  await (await caches.open(CACHE)).put(ENTRY, Response.json(chosen));
}

/** Without a subscription nothing arrives: browsers end it when the visitor no longer allows notifications. */
export async function readActive(): Promise<NewPushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ? readChosen() : null;
}

let pending: ReturnType<typeof readActive> | null = null;

/** The bells of all cards ask at the same time, and the browser takes a while to answer. */
export async function isActive(slot: Slot): Promise<boolean> {
  pending ??= readActive().finally(() => {
    pending = null;
  });
  return (await pending)?.slots.includes(slot) ?? false;
}

/** Shows what the server pushes, opens its page, and saves a new subscription of the browser or another language. */
import type { NewPushSubscription } from '../../contract/push.ts';
import type { Language } from '../i18n/language.ts';
import { subscribeAt } from '../notifications/browser-subscription.ts';
import { readChosen } from '../notifications/chosen-results.ts';
import { describePush } from '../notifications/push-notification.ts';
import { inTurn, saveChosen } from '../notifications/save-chosen.ts';

declare const self: ServiceWorkerGlobalScope;

async function show(text: string): Promise<void> {
  const chosen = await readChosen().catch(() => null);
  const { title, options } = describePush(text, chosen?.language ?? 'en');
  await self.registration.showNotification(title, options);
}

/** Always a page of this site, which may have more than one origin. */
async function openPage(address: string): Promise<void> {
  const { origin } = self.location;
  const url = URL.parse(address, origin);
  // Other addresses may have no path.
  const page = url && /^https?:$/.test(url.protocol) ? origin + url.pathname + url.search : `${origin}/`;
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find((client) => client.url === page);
  await (open ? open.focus() : self.clients.openWindow(page));
}

/** Saves the same results with another subscription or language. */
const change = (find: () => Promise<Partial<NewPushSubscription>>) =>
  inTurn(async () => {
    const former = await readChosen();
    if (former?.slots.length) await saveChosen({ ...former, ...(await find()) }, former);
  });

/** Notifications are in the language of the page that was opened last. */
export async function notifyIn(language: Language): Promise<void> {
  if ((await readChosen())?.language !== language) await change(async () => ({ language }));
}

self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data?.text() ?? ''));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.url ?? '/'));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(change(async () => ({ subscription: await subscribeAt(self.registration) })));
});

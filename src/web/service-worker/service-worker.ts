/** The service worker: with it the site can be installed, read offline, and send notifications. */
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { languageOf } from '../i18n/language.ts';
import { builtFiles } from './built-files.ts';
import { findLanguages, refetchPages, removeOtherBuilds, respondWithPage } from './kept-pages.ts';
import { notifyIn } from './notifications.ts';

declare const self: ServiceWorkerGlobalScope;

/** The panel, the API, files and the card for other websites. */
const NOT_FOR_VISITORS = /^\/(admin|api|log)(\/|$)|^(\/ml)?\/embed$|\.\w+$/;

// Each name contains a hash of the content.
precacheAndRoute(builtFiles.map((url) => ({ url, revision: null })));
cleanupOutdatedCaches();
// A new version waits until every window of the former one is closed: nothing changes while someone looks at it.
clientsClaim();

registerRoute(
  ({ request, url }) => request.mode === 'navigate' && !NOT_FOR_VISITORS.test(url.pathname),
  respondWithPage,
);

self.addEventListener('install', (event) => {
  event.waitUntil(keepFirstPages(event).catch(() => {}));
});

async function keepFirstPages(event: ExtendableEvent): Promise<void> {
  const windows = await self.clients.matchAll({ includeUncontrolled: true, type: 'window' });
  for (const language of await findLanguages(windows)) await refetchPages(event, language, windows);
}

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOtherBuilds());
  // Starts the request while the worker itself starts.
  event.waitUntil(self.registration.navigationPreload?.enable());
});

/** A page asks for it after it was opened, and after each new result. */
self.addEventListener('message', (event) => {
  if (event.data !== 'refresh pages' || !(event.source instanceof Client)) return;
  const language = languageOf(new URL(event.source.url).pathname);
  event.waitUntil(refetchPages(event, language, [event.source]).catch(() => {}));
  event.waitUntil(notifyIn(language).catch(() => {}));
});

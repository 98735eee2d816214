/** Keeps the pages that can be read offline, and responds to the navigations of a visitor. */
import type { WorkboxPlugin } from 'workbox-core/types.js';
import { NetworkFirst } from 'workbox-strategies';
import { LANGUAGES, type Language, languageOf, pathIn } from '../i18n/language.ts';
import { builtFiles } from './built-files.ts';

const OFFLINE_PAGE = '/offline';
/** With the charts of the last 31 days. */
const PAGES = ['/', '/results', '/results?all=1', '/news', '/help', OFFLINE_PAGE];
/** Kept when it was opened: a screen that is switched on finds it without a connection. */
const BOARD = '/board';
const NEWEST_ARTICLES = 10;

/** A page that a proxy sends in place of the server's response. */
const GATEWAY_FAILURES = [502, 504];
/** Then a kept page is shown, if there is one. */
const NETWORK_TIMEOUT_SECONDS = 5;
const REFETCH_AFTER = 30_000;

const STORED_AT = /^<!DOCTYPE html><html data-stored-at="(\d+)"/;

/** One cache for each build: a page works only with the scripts and styles that it was built with. */
const CACHE_PREFIX = 'pages ';
const cacheName = CACHE_PREFIX + builtFiles.find((file) => file.includes('/manifest-'));

const files = new Set(builtFiles);

/** A page of another build is not kept, because the scripts that it needs are not; nor one that a proxy has sent. */
function isOfThisBuild(html: string): boolean {
  const named = [...html.matchAll(/"(\/assets\/[^"]+)"/g)];
  return named.length > 0 && named.every(([, file = '']) => files.has(file));
}

/** The page says when it was stored, so that it is never shown as new. */
async function markStored(response: Response): Promise<Response | null> {
  if (response.status !== 200 || !response.headers.get('Content-Type')?.startsWith('text/html')) return null;
  const html = await response.text();
  if (!isOfThisBuild(html)) return null;
  const headers = new Headers(response.headers);
  headers.delete('Content-Encoding');
  headers.delete('Content-Length');
  return new Response(html.replace('<html', `<html data-stored-at="${Date.now()}"`), { headers });
}

async function findFallback({ url }: Request): Promise<Response | undefined> {
  const { pathname, search } = new URL(url);
  const cache = await caches.open(cacheName);
  // The same page with another filter.
  if (search && (await cache.match(pathname))) return Response.redirect(pathname);
  const offlinePages = [languageOf(pathname), ...LANGUAGES].map((language) => pathIn(language, OFFLINE_PAGE));
  for (const page of offlinePages) {
    const kept = await cache.match(page);
    if (kept) return kept;
  }
  return undefined;
}

async function findKept(request: Request): Promise<Response | undefined> {
  const cache = await caches.open(cacheName);
  return (await cache.match(request)) ?? findFallback(request);
}

const keeping: WorkboxPlugin = {
  // Not `fetchDidSucceed`, which is not called for a response that the browser has preloaded.
  handlerWillRespond: async ({ request, response }) =>
    GATEWAY_FAILURES.includes(response.status) ? ((await findKept(request)) ?? response) : response,
  cacheWillUpdate: async ({ request, response }) => (isKept(request.url) ? markStored(response) : null),
  handlerDidError: async ({ request }) => findFallback(request),
};

/** Fetches the page; without a connection, responds with the kept one, or with the page that says so. */
export const respondWithPage = new NetworkFirst({
  cacheName,
  networkTimeoutSeconds: NETWORK_TIMEOUT_SECONDS,
  plugins: [keeping],
});

const KEPT_PATHS = new Set(
  LANGUAGES.flatMap((language) => [...PAGES, BOARD].map((page) => pathIn(language, page))),
);
const ARTICLE = /^(\/ml)?\/news\/[\w-]+$/;

function isKept(url: string): boolean {
  const { pathname, search } = new URL(url);
  return KEPT_PATHS.has(pathname + search) || ARTICLE.test(pathname);
}

/** The languages of the open windows, and of the pages that a former build has kept. */
export async function findLanguages(windows: readonly { url: string }[]): Promise<Set<Language>> {
  const kept = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX));
  const requests = await Promise.all(kept.map(async (name) => (await caches.open(name)).keys()));
  return new Set([...windows, ...requests.flat()].map(({ url }) => languageOf(new URL(url).pathname)));
}

/** Fetches the pages of a language and the open ones, unless they are not to be kept or were kept a moment ago. */
export async function refetchPages(
  event: ExtendableEvent,
  language: Language,
  open: readonly { url: string }[],
): Promise<void> {
  const articles = await findNewestArticles();
  const cache = await caches.open(cacheName);
  const openPages = open.map(({ url }) => url).filter(isKept);
  for (const address of [...PAGES.map((page) => pathIn(language, page)), ...openPages]) {
    if ((await ageOf(cache, address)) > REFETCH_AFTER) await fetchPage(event, address);
  }
  for (const page of articles) {
    const address = pathIn(language, page);
    if (!(await cache.match(address))) await fetchPage(event, address);
  }
}

async function fetchPage(event: ExtendableEvent, address: string): Promise<void> {
  const [response, stored] = respondWithPage.handleAll({ event, request: new Request(address) });
  await response;
  await stored;
}

async function ageOf(cache: Cache, address: string): Promise<number> {
  const stored = await cache.match(address);
  if (!stored) return Number.POSITIVE_INFINITY;
  return Date.now() - Number(STORED_AT.exec(await stored.text())?.[1]);
}

async function findNewestArticles(): Promise<string[]> {
  const response = await fetch(`/api/news?limit=${NEWEST_ARTICLES}`);
  if (!response.ok) return [];
  const { items }: { items: { id: string }[] } = await response.json();
  return items.map(({ id }) => `/news/${id}`);
}

/** Pages of former builds would look for scripts that are gone. */
export async function removeOtherBuilds(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== cacheName);
  await Promise.all(names.map((name) => caches.delete(name)));
}

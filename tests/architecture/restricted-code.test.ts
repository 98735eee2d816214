/** Some things are allowed in one file only, such as reading the time or the environment and sending requests. */
import { describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

interface Restriction {
  what: string;
  pattern: RegExp;
  /** The only file that may do it; undefined: no file may. */
  owner?: string;
  appliesTo(path: string): boolean;
}

const isPage = (path: string) => path.startsWith('src/web/');
const isNotPage = (path: string) => !isPage(path);

const TIME: Restriction = {
  what: 'reads the time',
  pattern: /\bDate\.now\b|\bnew Date\(\s*\)|(?<!new )\bDate\(\s*\)/,
  owner: 'src/server/clock.ts',
  appliesTo: isNotPage,
};
const ENVIRONMENT: Restriction = {
  what: 'reads the environment',
  pattern: /\bprocess\.env\b|\bBun\.env\b|\bimport\.meta\.env\b/,
  owner: 'src/server/config.ts',
  appliesTo: isNotPage,
};
const FOLDERS: Restriction = {
  what: 'creates folders, which must be private',
  pattern: /\bmkdir(Sync|p)?\(/,
  owner: 'src/server/private-folder.ts',
  appliesTo: isNotPage,
};
const REQUESTS: Restriction = {
  what: 'sends requests from the page, which must share their error handling',
  pattern: /(?<![.\w])fetch\(|\b(?:window|globalThis|self)\.fetch\b|\bXMLHttpRequest\b|\bsendBeacon\b/,
  owner: 'src/web/api/call-api.ts',
  // The service worker runs beside the page.
  appliesTo: (path) => isPage(path) && !path.startsWith('src/web/service-worker/'),
};
const PREFETCH: Restriction = {
  what: 'prefetches with the router, which reloads the document if that fails, also without a connection',
  pattern: /\bprefetch=|\bPrefetchPageLinks\b/,
  appliesTo: (path) => isPage(path) && !path.startsWith('src/web/admin/'),
};
const INLINE_TYPES: Restriction = {
  what: "names a type as import('…').Name, which the import rules cannot see",
  pattern: /(?<!await )\bimport\(\s*['"][^'"]+['"]\s*\)\.[A-Z]/,
  appliesTo: () => true,
};
const RESTYLING: Restriction = {
  what: 'has a selector for which the browser computes the styles of the whole page again while it is parsed',
  pattern: /-child(?:\([^)]*\))?\s*[\s>]\s*\*|(?:^|[\s,>+~])\s*:has\(/m,
  appliesTo: (path) => path.endsWith('.css'),
};

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');

const breaks = ({ pattern, owner, appliesTo }: Restriction, path: string, text: string) =>
  path !== owner && appliesTo(path) && pattern.test(withoutComments(text));

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?<!\.test)\.(tsx?|css)$/.test(name))
  .map((name) => posix.join('src', name))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

test.each([TIME, ENVIRONMENT, FOLDERS, REQUESTS, PREFETCH, INLINE_TYPES, RESTYLING])(
  'no other file $what',
  (restriction) => {
    expect(files.filter(({ path, text }) => breaks(restriction, path, text)).map(({ path }) => path)).toEqual(
      [],
    );
  },
);

test.each([TIME, ENVIRONMENT, FOLDERS, REQUESTS])('its owner $what', ({ owner, pattern }) => {
  expect(files.find(({ path }) => path === owner)?.text).toMatch(pattern);
});

describe('the patterns', () => {
  test.each([
    ['Date.now()', TIME],
    ['new Date()', TIME],
    ['Date()', TIME],
    ['const now = Date.now;', TIME],
    ['process.env.PORT', ENVIRONMENT],
    ["Bun.env['PORT']", ENVIRONMENT],
    ['import.meta.env.DEV', ENVIRONMENT],
    ['mkdirSync(path)', FOLDERS],
    ["await fetch('/api/today')", REQUESTS],
    ['window.fetch', REQUESTS],
    ['new XMLHttpRequest()', REQUESTS],
    ['navigator.sendBeacon(a)', REQUESTS],
    ['<Link to="/" prefetch="intent">', PREFETCH],
    ["let a: import('./named.ts').Thing;", INLINE_TYPES],
    ['tr:last-child > * {', RESTYLING],
    ['li:nth-child(2n + 1) * {', RESTYLING],
    [':has(> .bell) {', RESTYLING],
  ])('match: %s', (text, restriction) => {
    const path = ['src/server/a.ts', 'src/web/a.ts', 'src/web/a.css'].find(restriction.appliesTo) ?? '';
    expect(breaks(restriction, path, text)).toBe(true);
    expect(breaks(restriction, path, `/** ${text} */\n// ${text}`)).toBe(false);
    if (restriction.owner) expect(breaks(restriction, restriction.owner, text)).toBe(false);
  });

  test.each([
    ['src/core/a.ts', 'new Date(instant).toISOString()', TIME],
    ['src/web/a.ts', 'Date.now()', TIME],
    ['src/server/a.ts', 'await fetch(url)', REQUESTS],
    ['src/web/a.ts', 'void refetch()', REQUESTS],
    ['src/web/a.ts', 'pages.fetch()', REQUESTS],
    ['src/web/admin/a.ts', '<Link to="/" prefetch="intent">', PREFETCH],
    ['src/server/a.ts', "const a = await import('./later.ts');", INLINE_TYPES],
    ['src/server/a.ts', "import('./then.ts').then(a);", INLINE_TYPES],
    ['src/web/a.css', 'tr:last-child :is(th, td) {', RESTYLING],
    ['src/web/a.css', 'p:last-child { margin: 2 * 1rem }', RESTYLING],
    ['src/web/a.css', '.choice:has(:checked) {', RESTYLING],
  ])('do not match in %s: %s', (path, text, restriction) => {
    expect(breaks(restriction, path, text)).toBe(false);
  });
});

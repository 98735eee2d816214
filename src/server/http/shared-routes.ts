/**
 * The routes whose response is the same for everyone, with the query parameters that each of them reads.
 * Only these responses are shared between clients, and other parameters are removed.
 */

import { SLOTS, slotToPath } from '../../core/slots.ts';
import { SPANS } from '../../core/statistics/spans.ts';

/** The values that a parameter may have; `ANY` if they cannot be listed. */
type Values = readonly string[] | typeof ANY;
type Parameters = Readonly<Record<string, Values>>;
const ANY = null;

const NONE: Parameters = {};

const DRAW_FILTERS: Parameters = {
  date: ANY,
  month: ANY,
  slot: SLOTS,
  q: ANY,
  find: ANY,
  endsWith: ANY,
};

const API: Record<string, Parameters> = {
  '/api/today': NONE,
  '/api/draws': { ...DRAW_FILTERS, limit: ANY, cursor: ANY },
  '/api/draws/:drawNo': NONE,
  '/api/check': { text: ANY },
  '/api/statistics': { slot: SLOTS, from: ANY, to: ANY },
  '/api/proof/:drawNo': { from: ANY },
  '/api/news': { q: ANY, limit: ANY, cursor: ANY },
  '/api/news/:id': NONE,
  '/api/faqs': NONE,
  '/api/push/key': NONE,
  '/api/openapi.json': NONE,
  '/api/docs': NONE,
  '/api/docs/docs.css': NONE,
  '/api/docs/try-it.js': NONE,
};

/** `{.+}` after a parameter: it may contain slashes. */
const LOG: Record<string, Parameters> = {
  '/log/key': NONE,
  '/log/checkpoint': NONE,
  '/log/tile/:level/:tile{.+}': NONE,
};

const FILES: Record<string, Parameters> = {
  '/site.webmanifest': NONE,
  '/ml/site.webmanifest': NONE,
  '/sitemap.xml': NONE,
  '/robots.txt': NONE,
  '/feeds/results.xml': NONE,
  '/feeds/news.xml': NONE,
  '/ml/feeds/results.xml': NONE,
  '/ml/feeds/news.xml': NONE,
  '/calendar.ics': NONE,
  '/ml/calendar.ics': NONE,
};

/** They take long, in threads, and have a queue of their own. */
const DRAWN_FILES: Record<string, Parameters> = {
  '/picture.png': NONE,
  '/draws/:drawNo/picture.png': NONE,
  '/results/:date/picture.png': NONE,
  '/results/:date/sheet.pdf': NONE,
  '/ml/results/:date/sheet.pdf': NONE,
};

const BEFORE: Parameters = { before: ANY };
const SLOT_NAMES = [...SLOTS, ...SLOTS.map(slotToPath)];

/**
 * Each page also has an address in Malayalam, and both have an address for their data (`.data`). The server removes
 * parameters that are missing here, and values that are not listed, before it renders the page.
 */
const PAGES: Record<string, Parameters> = {
  '/': { check: ANY, slot: SLOT_NAMES },
  '/results': { all: ['1'], today: ANY, month: ANY, q: ANY, ends: ANY, before: ANY, day: ANY },
  '/results/:slotOrDate': BEFORE,
  '/draws/:drawNo': NONE,
  '/news': { q: ANY, after: ANY },
  '/news/:id': NONE,
  '/help': NONE,
  '/contact': NONE,
  '/verify': NONE,
  '/stand-in': { for: ['missing', 'draw', 'day', 'board', 'embed'] },
  '/statistics': { slot: SLOT_NAMES, span: SPANS },
  '/board': NONE,
  '/embed': NONE,
  '/embed/code': NONE,
  '/offline': NONE,
};

/** Added by React Router when it fetches the data of some routes only. */
const DATA_PARAMETER = '_routes';

const pageRoutes = Object.entries(PAGES).flatMap(([path, parameters]) =>
  [path, path === '/' ? '/ml' : `/ml${path}`].flatMap((page): [string, Parameters][] => [
    [page, parameters],
    [page === '/' ? '/_.data' : `${page}.data`, { ...parameters, [DATA_PARAMETER]: ANY }],
  ]),
);

interface SharedRoute {
  /** In the order in which they are put into the cache key. */
  parameters: Parameters;
  /** Values that are not listed are removed: the API refuses them instead. */
  ignoresUnlisted: boolean;
  queue: SharedAddress['queue'];
  /** The route in the metrics: the same for both languages of a page and for its data. */
  label: string;
}

export interface SharedAddress {
  /** The path and the known parameters in a fixed order: the cache key. */
  key: string;
  /** One of a fixed set, quick to create: a path without variable parts, and only listed values. */
  isOrdinary: boolean;
  /** Which queue decides when a response is created. */
  queue: 'pages' | 'files';
}

function routesOf(
  entries: Iterable<readonly [string, Parameters]>,
  { ignoresUnlisted = false, queue = 'pages' }: Partial<Pick<SharedRoute, 'ignoresUnlisted' | 'queue'>> = {},
): [string, SharedRoute][] {
  return [...entries].map(([route, parameters]) => [
    route,
    { parameters, ignoresUnlisted, queue, label: labelOf(route) },
  ]);
}

export const SHARED_ROUTES: ReadonlyMap<string, SharedRoute> = new Map([
  ...routesOf(Object.entries({ ...API, ...LOG, ...FILES })),
  ...routesOf(Object.entries(DRAWN_FILES), { queue: 'files' }),
  ...routesOf(pageRoutes, { ignoresUnlisted: true }),
]);

function labelOf(route: string): string {
  const page = route.replace(/(\/_)?\.data$/, '').replace(/^\/ml(?=\/|$)/, '') || '/';
  return page in PAGES ? page : route.replace('{.+}', '');
}

/** They need the list of all results, which may have to be loaded first. */
const SLOW_TO_CREATE = ['/statistics', '/api/statistics'];

/** The paths of the routes without parameters. */
export const FIXED_PATHS: ReadonlySet<string> = new Set(
  [...SHARED_ROUTES.keys()].filter((route) => !route.includes(':')),
);

const patterns = [...SHARED_ROUTES].flatMap(([route, shared]): [RegExp, SharedRoute][] =>
  route.includes(':') ? [[patternOf(route), shared]] : [],
);

function patternOf(route: string): RegExp {
  const pattern = route.replace(/\.|:\w+(\{\.\+\})?/g, (part, withSlashes) => {
    if (part === '.') return '\\.';
    // React Router would read `/results/_.data` as the data of `/results/`.
    return withSlashes ? '[\\w./-]+' : '(?!_\\.data$)[\\w-]+';
  });
  return new RegExp(`^${pattern}$`);
}

export const findSharedRoute = (path: string): SharedRoute | null =>
  SHARED_ROUTES.get(path) ?? patterns.find(([pattern]) => pattern.test(path))?.[1] ?? null;

/**
 * Whether React Router would treat this address, which is not on the list, as the data of a shared page or file:
 * it removes `.data` and `/_.data` from every address.
 */
export const isUnlistedData = (path: string): boolean =>
  path.endsWith('.data') &&
  findSharedRoute(path) === null &&
  findSharedRoute(path.replace(/(\/_)?\.data$/, '') || '/') !== null;

export function sharedAddress(route: SharedRoute, path: string, search: string): SharedAddress {
  const { queue, label } = route;
  const mayBeOrdinary = FIXED_PATHS.has(path) && !SLOW_TO_CREATE.includes(label);
  if (search === '') return { key: path, isOrdinary: mayBeOrdinary, queue };
  const { query, isListed } = knownQuery(search, route);
  return { key: path + query, isOrdinary: mayBeOrdinary && isListed, queue };
}

function knownQuery(search: string, { parameters, ignoresUnlisted }: SharedRoute) {
  const given = new URLSearchParams(search);
  const known = new URLSearchParams();
  let isListed = true;
  for (const [name, values] of Object.entries(parameters)) {
    const all = given.getAll(name);
    // A page reads the first one; the API refuses a parameter that is there twice.
    for (const value of ignoresUnlisted ? all.slice(0, 1) : all) {
      const isOneOfValues = values?.includes(value) ?? false;
      if (ignoresUnlisted && values !== ANY && !isOneOfValues) continue;
      known.append(name, value);
      isListed &&= isOneOfValues && (ignoresUnlisted || all.length === 1);
    }
  }
  return { query: known.size > 0 ? `?${known}` : '', isListed };
}

/**
 * The routes whose response is the same for everyone, with the query parameters that each of them reads.
 * Only these responses are shared between clients, and other parameters are removed.
 */

const DRAW_FILTERS = ['date', 'month', 'slot', 'q', 'find', 'endsWith'];

const API: Record<string, readonly string[]> = {
  '/api/today': [],
  '/api/draws': [...DRAW_FILTERS, 'limit', 'cursor'],
  '/api/draws/:drawNo': [],
  '/api/check': ['text'],
  '/api/statistics': ['slot', 'from', 'to'],
  '/api/proof/:drawNo': ['from'],
  '/api/news': ['q', 'limit', 'cursor'],
  '/api/news/:id': [],
  '/api/faqs': [],
  '/api/push/key': [],
  '/api/openapi.json': [],
  '/api/docs': [],
  '/api/docs/docs.css': [],
  '/api/docs/try-it.js': [],
};

/** `{.+}` after a parameter: it may contain slashes. */
const LOG: Record<string, readonly string[]> = {
  '/log/key': [],
  '/log/checkpoint': [],
  '/log/tile/:level/:tile{.+}': [],
};

const FILES: Record<string, readonly string[]> = {
  '/site.webmanifest': [],
  '/ml/site.webmanifest': [],
  '/picture.png': [],
  '/draws/:drawNo/picture.png': [],
  '/results/:date/picture.png': [],
  '/sitemap.xml': [],
  '/robots.txt': [],
  '/feeds/results.xml': [],
  '/feeds/news.xml': [],
  '/ml/feeds/results.xml': [],
  '/ml/feeds/news.xml': [],
  '/calendar.ics': [],
  '/ml/calendar.ics': [],
  '/results/:date/sheet.pdf': [],
  '/ml/results/:date/sheet.pdf': [],
};

/**
 * Each page also has an address in Malayalam, and both have an address for their data (`.data`).
 * The server removes parameters that are missing here before it renders the page.
 */
const PAGES: Record<string, readonly string[]> = {
  '/': ['check', 'slot'],
  '/results': ['all', 'today', 'month', 'q', 'ends', 'before', 'day'],
  '/results/:slotOrDate': ['before'],
  '/draws/:drawNo': [],
  '/news': ['q', 'after'],
  '/news/:id': [],
  '/help': [],
  '/contact': [],
  '/verify': [],
  '/statistics': ['slot', 'span'],
  '/board': [],
  '/embed': [],
  '/embed/code': [],
  '/offline': [],
};

/** Added by React Router when it fetches the data of some routes only. */
const DATA_PARAMETER = '_routes';

const pageRoutes = Object.entries(PAGES).flatMap(([path, parameters]) =>
  [path, path === '/' ? '/ml' : `/ml${path}`].flatMap((page): [string, readonly string[]][] => [
    [page, parameters],
    [page === '/' ? '/_.data' : `${page}.data`, [...parameters, DATA_PARAMETER]],
  ]),
);

interface SharedRoute {
  /** In the order in which they are put into the cache key. */
  parameters: readonly string[];
  /** The route in the metrics: the same for both languages of a page and for its data. */
  label: string;
}

export const SHARED_ROUTES: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(API),
  ...Object.entries(LOG),
  ...Object.entries(FILES),
  ...pageRoutes,
]);

const routes = new Map(
  [...SHARED_ROUTES].map(([route, parameters]): [string, SharedRoute] => [
    route,
    { parameters, label: labelOf(route) },
  ]),
);

function labelOf(route: string): string {
  const page = route.replace(/(\/_)?\.data$/, '').replace(/^\/ml(?=\/|$)/, '') || '/';
  return page in PAGES ? page : route.replace('{.+}', '');
}

/** The paths of the routes without parameters. */
export const FIXED_PATHS: ReadonlySet<string> = new Set(
  [...routes.keys()].filter((route) => !route.includes(':')),
);

const patterns = [...routes].flatMap(([route, shared]): [RegExp, SharedRoute][] =>
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
  routes.get(path) ?? patterns.find(([pattern]) => pattern.test(path))?.[1] ?? null;

/**
 * Whether React Router would treat this address, which is not on the list, as the data of a shared page or file:
 * it removes `.data` and `/_.data` from every address.
 */
export const isUnlistedData = (path: string): boolean =>
  path.endsWith('.data') &&
  findSharedRoute(path) === null &&
  findSharedRoute(path.replace(/(\/_)?\.data$/, '') || '/') !== null;

/** The cache key: the path and the known parameters in a fixed order. */
export const sharedAddress = ({ parameters }: SharedRoute, path: string, search: string): string =>
  path + knownQuery(search, parameters);

function knownQuery(search: string, parameters: readonly string[]): string {
  if (search === '' || parameters.length === 0) return '';
  const given = new URLSearchParams(search);
  const known = new URLSearchParams();
  for (const name of parameters) for (const value of given.getAll(name)) known.append(name, value);
  return known.size > 0 ? `?${known}` : '';
}

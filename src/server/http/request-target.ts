/** Reads the path and query of a request. Only the normal form of a path is routed (decision 0041). */
import { FIXED_PATHS } from './shared-routes.ts';

export interface RequestTarget {
  path: string;
  /** With the question mark; empty if there is no query. */
  search: string;
  /** The only form of this path that is served; null if it has none. */
  normalPath: string | null;
  isNormal: boolean;
}

/** Dot segments, and control characters or line ends, which routers do not match. */
const INVALID_SEGMENT = /^\.\.?$|[\p{Cc}\p{Zl}\p{Zp}]/u;

/** More than any of our paths has, in development too. */
export const MOST_SEGMENTS = 20;

/** A segment without percent-encoding that is not a dot segment. */
const SEGMENT = String.raw`(?!\.\.?(?:/|$))[\w.~!$&'()*+,;=:@-]+`;
const PLAIN_PATH = new RegExp(`^/(?:${SEGMENT}(?:/${SEGMENT})*)?$`);

/**
 * `sentPath` is the path as the client sent it, percent-decoded; null if it had an empty segment or too many.
 * It is needed because parsing the URL of a request has already resolved dot segments and replaced backslashes.
 */
export function readTarget(url: string, sentPath: string | null): RequestTarget | null {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', 'https://'.length);
  if (start === -1 || url.includes('#')) return null;
  const queryStart = url.indexOf('?', start);
  const path = url.slice(start, queryStart === -1 ? undefined : queryStart);
  const search = queryStart === -1 ? '' : url.slice(queryStart);
  if (path === sentPath && FIXED_PATHS.has(sentPath)) return knownTarget(sentPath, search);
  if (PLAIN_PATH.test(path)) return { path, search, normalPath: path, isNormal: path === sentPath };
  const normalPath = normalize(path);
  return { path, search, normalPath, isNormal: normalPath === path && decode(path) === sentPath };
}

/** Most requests are for a few paths. Theirs is the same string each time, which is found faster in maps than a copy. */
const knownTarget = (path: string, search: string): RequestTarget => ({
  path,
  search,
  normalPath: path,
  isNormal: true,
});

/** More than any query of ours; reading a longer one would cost more than most responses. */
const LONGEST_SEARCH = 4_000;

export const isTooLong = ({ search }: RequestTarget): boolean => search.length > LONGEST_SEARCH;

/** Whether a path is normal but has more segments than any route. */
export const isTooDeep = ({ path, normalPath }: RequestTarget): boolean =>
  path === normalPath && path.split('/').length - 1 > MOST_SEGMENTS;

function normalize(path: string): string | null {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '') continue;
    const name = decode(segment);
    if (name === null || INVALID_SEGMENT.test(name)) return null;
    segments.push(encode(name));
  }
  return `/${segments.join('/')}`;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const encode = (name: string): string =>
  encodeURIComponent(name).replace(/%(?:2[4BC6]|3[ABD]|40)/g, decodeURIComponent);

/** Also the files of the public log. */
export const isApi = (path: string): boolean => /^\/(api|log)(\/|$)/.test(path);

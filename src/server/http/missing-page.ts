/** The page in place of one that does not exist. It is the same at all addresses, so the cache has it. */
import { statusOf } from '../errors.ts';
import { findSharedRoute, type SharedAddress, sharedAddress } from './shared-routes.ts';

const KINDS = new Map([
  ['draws', 'draw'],
  ['results', 'day'],
]);

/** What React Router responds where there is no page, or no data for it. */
export const isMissing = ({ status, headers }: Response): boolean =>
  status === statusOf('not-found') && !headers.has('Content-Type');

export function missingPageAt(path: string): SharedAddress {
  const [, language = '', folder = ''] = /^(\/ml(?=\/))?\/([^/]*)/.exec(path) ?? [];
  const page = `${language}/stand-in`;
  const route = findSharedRoute(page);
  if (!route) throw new Error(`${page} is not a shared route`);
  return sharedAddress(route, page, `?for=${KINDS.get(folder) ?? 'missing'}`);
}

export function asMissing(page: Response): Response {
  const headers = new Headers(page.headers);
  headers.set('Cache-Control', 'no-store');
  headers.delete('ETag');
  return new Response(page.body, { status: statusOf('not-found'), headers });
}

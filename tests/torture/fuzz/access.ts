/** Who may call an operation, by the list that the tests of the routes keep. */
import { ADMINS, EVERYONE, LAST, STAFF } from '../../server/route-access.ts';
import type { Caller } from './fuzz-site.ts';
import type { Operation } from './operations.ts';

const nameOf = ({ method, path }: Operation): string => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`;

/** The callers whose valid requests succeed, by what they are, not by what the request says. */
export function callersOf(operation: Operation): [Caller, ...Caller[]] {
  const name = nameOf(operation);
  if (ADMINS.includes(name)) return ['admin'];
  // Whatever changes an account or its sessions is done to one that is not needed.
  if (isAboutOwnAccount(operation)) return STAFF.includes(name) ? ['spare'] : ['anonymous', 'spare'];
  if (STAFF.includes(name)) return ['admin', 'editor'];
  if ([...EVERYONE, ...LAST].includes(name)) return ['anonymous', 'admin', 'editor', 'expired', 'forged'];
  throw new Error(`${name} is not in tests/server/route-access.ts`);
}

export const isAboutOwnAccount = ({ method, path }: Operation): boolean =>
  path.startsWith('/api/auth/') && method !== 'GET';

/** Everyone who is not staff, or only seems to be. */
const STRANGERS: readonly Caller[] = ['anonymous', 'expired', 'forged', 'foreign'];

export function mayCall(operation: Operation, caller: Caller): boolean {
  const name = nameOf(operation);
  if (caller === 'crossSite')
    return operation.method === 'GET' && !/^\/api\/(admin|auth)\//.test(operation.path);
  if (ADMINS.includes(name)) return caller === 'admin' || caller === 'spare';
  if (STAFF.includes(name)) return !STRANGERS.includes(caller);
  return true;
}

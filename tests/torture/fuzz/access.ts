/** Who may call an operation, from the list in tests/server/route-access.ts. */
import { ADMINS, EVERYONE, LAST, STAFF } from '../../server/route-access.ts';
import type { Caller } from './fuzz-site.ts';
import type { Operation } from './operations.ts';

const nameOf = ({ method, path }: Operation): string => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`;

/** The callers whose valid requests succeed. */
export function callersOf(operation: Operation): [Caller, ...Caller[]] {
  const name = nameOf(operation);
  if (ADMINS.includes(name)) return ['admin'];
  // Requests that change an account or its sessions use an account that nothing else needs.
  if (isAboutOwnAccount(operation)) return STAFF.includes(name) ? ['spare'] : ['anonymous', 'spare'];
  if (STAFF.includes(name)) return ['admin', 'editor'];
  if ([...EVERYONE, ...LAST].includes(name)) return ['anonymous', 'admin', 'editor', 'expired', 'forged'];
  throw new Error(`${name} is not in tests/server/route-access.ts`);
}

export const isAboutOwnAccount = ({ method, path }: Operation): boolean =>
  path.startsWith('/api/auth/') && method !== 'GET';

/** Callers without a valid session of this site. */
const WITHOUT_SESSION: readonly Caller[] = ['anonymous', 'expired', 'forged', 'foreign'];

export function mayCall(operation: Operation, caller: Caller): boolean {
  const name = nameOf(operation);
  if (caller === 'crossSite')
    return operation.method === 'GET' && !/^\/api\/(admin|auth)\//.test(operation.path);
  if (ADMINS.includes(name)) return caller === 'admin' || caller === 'spare';
  if (STAFF.includes(name)) return !WITHOUT_SESSION.includes(caller);
  return true;
}

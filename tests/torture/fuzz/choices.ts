/** Chooses operations and callers, and classifies refusals. */
import type { Random } from '../random.ts';
import { callersOf, isAboutOwnAccount } from './access.ts';
import { CALLERS, type Caller } from './fuzz-site.ts';
import { isBroken } from './mutate-message.ts';
import type { Operation } from './operations.ts';
import type { FuzzRequest } from './request.ts';

const ODD_CALLER = 0.25;

/** Creates rows first, then lists them, then uses them, and deletes them last, children before parents. */
export function orderOf({ method, path }: Operation): number {
  const names = path.split('{').length - 1;
  return method === 'DELETE' ? 10 - path.split('/').length / 10 : names * 2 + (method === 'POST' ? 0 : 1);
}

/** Passwords and backups are slow on purpose, so these operations are chosen less often. */
const weightOf = (operation: Operation): number =>
  operation.name === 'POST /api/admin/backups' ? 1 : isAboutOwnAccount(operation) ? 2 : 20;

/** Repeats each operation by its weight. */
export const weigh = (operations: readonly Operation[]): [Operation, ...Operation[]] =>
  operations.flatMap((operation) => Array<Operation>(weightOf(operation)).fill(operation)) as [Operation];

export function pickCaller(operation: Operation, random: Random): Caller {
  if (!random.chance(ODD_CALLER)) return random.pick(callersOf(operation));
  const caller = random.pick(CALLERS);
  const isNeeded = caller === 'admin' || caller === 'editor';
  return isNeeded && isAboutOwnAccount(operation) ? 'anonymous' : caller;
}

const isRead = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);

/** Without sign-ins and the like: failed attempts are counted in the database. */
export const isRefusedWrite = (request: FuzzRequest, status: number): boolean =>
  status >= 400 && !isRead(request.method) && !isBroken(request) && !isAboutOwnAccount(request.operation);

/** Refused because of its format, not because of what is stored. */
export const isRefusedAsMalformed = (request: FuzzRequest, status: number): boolean =>
  [400, 413, 415, 422].includes(status) &&
  !isBroken(request) &&
  !request.path.startsWith('/api/auth/') &&
  // An import is also refused because of rows that exist.
  request.operation.path !== '/api/admin/draws/import' &&
  Object.keys(request.parameters).length === 0;

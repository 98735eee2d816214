/** Which operation is tried how often and by whom, and what is done with a refusal. */
import type { Random } from '../random.ts';
import { callersOf, isAboutOwnAccount } from './access.ts';
import { CALLERS, type Caller } from './fuzz-site.ts';
import { isBroken } from './mutate-message.ts';
import type { Operation } from './operations.ts';
import type { FuzzRequest } from './request.ts';

const ODD_CALLER = 0.25;

/** Rows are created first, then listed, then named, and deleted last: what belongs to another before that one. */
export function turnOf({ method, path }: Operation): number {
  const names = path.split('{').length - 1;
  return method === 'DELETE' ? 10 - path.split('/').length / 10 : names * 2 + (method === 'POST' ? 0 : 1);
}

/** Passwords are slow on purpose, and so is a backup: asked as often as the rest, nothing else would be tried. */
const weightOf = (operation: Operation): number =>
  operation.name === 'POST /api/admin/backups' ? 1 : isAboutOwnAccount(operation) ? 2 : 20;

/** Each operation as often as it shall be tried. */
export const weigh = (operations: readonly Operation[]): [Operation, ...Operation[]] =>
  operations.flatMap((operation) => Array<Operation>(weightOf(operation)).fill(operation)) as [Operation];

export function pickCaller(operation: Operation, random: Random): Caller {
  if (!random.chance(ODD_CALLER)) return random.pick(callersOf(operation));
  const caller = random.pick(CALLERS);
  const isNeeded = caller === 'admin' || caller === 'editor';
  return isNeeded && isAboutOwnAccount(operation) ? 'anonymous' : caller;
}

const isRead = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);

/** Failed sign-ins and the like are left out: they are counted on purpose, so that they are limited. */
export const isRefusedWrite = (request: FuzzRequest, status: number): boolean =>
  status >= 400 && !isRead(request.method) && !isBroken(request) && !isAboutOwnAccount(request.operation);

/** Refused for what it is, not for what is there. */
export const isRefusedAsMalformed = (request: FuzzRequest, status: number): boolean =>
  [400, 413, 415, 422].includes(status) &&
  !isBroken(request) &&
  !request.path.startsWith('/api/auth/') &&
  // Also refuses rows that are there already.
  request.operation.path !== '/api/admin/draws/import' &&
  Object.keys(request.parameters).length === 0;

/** Activity entries and feed rows of accounts, without passwords, tokens or codes. */

import type { SignedInStaff } from '../../../contract/accounts.ts';
import type { Staff } from '../../../contract/users.ts';
import { AppError } from '../../errors.ts';
import { findUserRow, toStaff } from '../../storage/accounts/users-store.ts';
import { type FeedEvent, invalidation } from '../../storage/feed/feed-store.ts';
import type { Reader } from '../../storage/schema.ts';
import { type ActRecord, perform } from '../act.ts';
import type { ServiceContext } from '../context.ts';
import { type Fields, snapshotsOf } from '../snapshots.ts';

export const userRecord = (
  action: string,
  { before = null, after = null }: { before?: Staff | null; after?: Staff | null },
): ActRecord => ({
  type: 'user',
  action,
  target: (after ?? before)?.email ?? '',
  ...snapshotsOf(before && fieldsOf(before), after && fieldsOf(after)),
  events: userEvents(before, after),
});

function userEvents(before: Staff | null, after: Staff | null): FeedEvent[] {
  if (after) return [invalidation('users', before ? 'UPDATE' : 'INSERT', after.id)];
  return before ? [invalidation('users', 'DELETE', before.id)] : [];
}

/** Something that happened to an account and changed none of the fields that the log tells of. */
export const userEvent = (
  action: string,
  { id, email }: Pick<Staff, 'id' | 'email'>,
  after: Fields | null = null,
): ActRecord => ({
  type: 'user',
  action,
  target: email,
  before: null,
  after,
  events: [invalidation('users', 'UPDATE', id)],
});

const fieldsOf = ({ email, name, role, disabled, twoFactorEnabled, canSignIn }: Staff): Fields => ({
  email,
  name,
  role,
  disabled,
  twoFactorEnabled,
  canSignIn,
});

/** The row belongs to Better Auth and has no version of its own, so its tag is made of what it holds. */
export const tagOfUser = (staff: Staff): string =>
  `"${Bun.hash(JSON.stringify(fieldsOf(staff))).toString(36)}"`;

export async function expectUser(db: Reader, id: string): Promise<Staff> {
  const row = await findUserRow(db, id);
  if (!row) throw new AppError('not-found', { detail: 'There is no such account.' });
  return toStaff(row);
}

export const recordAccountEvent = (
  services: ServiceContext,
  action: string,
  { id, name, email }: Pick<SignedInStaff, 'id' | 'name' | 'email'>,
  details: Fields | null = null,
): Promise<void> =>
  perform(services, { id, name }, ({ record }) => record(userEvent(action, { id, email }, details)));

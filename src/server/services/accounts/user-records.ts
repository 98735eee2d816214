/** Activity entries and feed rows of accounts, without passwords, tokens or codes. */

import type { SignedInStaff } from '../../../contract/accounts.ts';
import type { Staff } from '../../../contract/users.ts';
import { AppError } from '../../errors.ts';
import { findUserRow, toStaff } from '../../storage/accounts/users-store.ts';
import { type FeedEvent, invalidation } from '../../storage/feed/feed-store.ts';
import type { Reader } from '../../storage/schema.ts';
import type { ServiceContext } from '../context.ts';
import { type ChangeRecord, perform } from '../perform.ts';
import { type Fields, snapshotsOf } from '../snapshots.ts';

export const userRecord = (
  action: string,
  { before = null, after = null }: { before?: Staff | null; after?: Staff | null },
): ChangeRecord => ({
  type: 'user',
  action,
  target: (after ?? before)?.email ?? '',
  ...snapshotsOf(before && fieldsOf(before), after && fieldsOf(after)),
  events: feedEventsOf(before, after),
});

function feedEventsOf(before: Staff | null, after: Staff | null): FeedEvent[] {
  if (after) return [invalidation('users', before ? 'UPDATE' : 'INSERT', after.id)];
  return before ? [invalidation('users', 'DELETE', before.id)] : [];
}

/** What happened to an account without a change of the logged fields. */
export const accountActionRecord = (
  action: string,
  { id, email }: Pick<Staff, 'id' | 'email'>,
  after: Fields | null = null,
): ChangeRecord => ({
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

/** The row belongs to Better Auth and has no version, so its etag is a hash of its fields. */
export const etagOfUser = (staff: Staff): string =>
  `"${Bun.hash(JSON.stringify(fieldsOf(staff))).toString(36)}"`;

export async function expectUser(db: Reader, id: string): Promise<Staff> {
  const row = await findUserRow(db, id);
  if (!row) throw new AppError('not-found', { detail: 'There is no such account.' });
  return toStaff(row);
}

export const recordAccountAction = (
  services: ServiceContext,
  action: string,
  { id, name, email }: Pick<SignedInStaff, 'id' | 'name' | 'email'>,
  details: Fields | null = null,
): Promise<void> =>
  perform(services, { id, name }, ({ record }) =>
    record(accountActionRecord(action, { id, email }, details)),
  );

/** How the activity log tells of accounts: by name and e-mail, never with anything that opens one. */
import type { Staff } from '../../../contract/users.ts';
import { AppError } from '../../errors.ts';
import { findUserRow, toStaff } from '../../storage/accounts/users-store.ts';
import type { Reader } from '../../storage/schema.ts';
import type { ActRecord } from '../act.ts';
import { type Fields, snapshotsOf } from '../snapshots.ts';

export const userRecord = (
  action: string,
  { before = null, after = null }: { before?: Staff | null; after?: Staff | null },
): ActRecord => ({
  type: 'user',
  action,
  target: (after ?? before)?.email ?? '',
  ...snapshotsOf(before && fieldsOf(before), after && fieldsOf(after)),
  events: [],
});

/** Something that happened to an account and changed nothing that a list would show. */
export const userEvent = (action: string, email: string, after: Fields | null = null): ActRecord => ({
  type: 'user',
  action,
  target: email,
  before: null,
  after,
  events: [],
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

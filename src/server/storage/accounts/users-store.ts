/** Staff accounts, in the rows that Better Auth reads. */

import type { Page } from '../../../contract/paging.ts';
import type { Role, Staff } from '../../../contract/users.ts';
import { emailSchema } from '../../../contract/values.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { decodeCursor, type PageRequest, toPage } from '../queries/keyset.ts';
import { isoOf } from '../queries/wire-values.ts';
import type { Reader, Row, Writer } from '../schema.ts';

/** `password` is the hash; null until a password is chosen. */
export type UserRow = Row<'user'> & { password: string | null };

/** In the order of their e-mail addresses. */
export async function listUserRows(db: Reader, { limit, cursor }: PageRequest): Promise<Page<Staff>> {
  const rows = await selectUsers(db)
    .$if(cursor !== undefined, (query) =>
      query.where('user.email', '>', decodeCursor(cursor ?? '', emailSchema)),
    )
    .orderBy('user.email')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, toStaff, ({ email }) => email);
}

export const findUserRow = (db: Reader, id: string): Promise<UserRow | undefined> =>
  selectUsers(db).where('user.id', '=', id).executeTakeFirst();

export const findUserRowByEmail = (db: Reader, email: string): Promise<UserRow | undefined> =>
  selectUsers(db).where('user.email', '=', email).executeTakeFirst();

export async function hasUsers(db: Reader): Promise<boolean> {
  return (await db.selectFrom('user').select('id').limit(1).execute()).length > 0;
}

/** Whether any Admin is left who can sign in. */
export async function hasActiveAdmin(db: Reader): Promise<boolean> {
  const admins = await selectUsers(db)
    .where('user.role', '=', 'admin')
    .where('user.disabled', '=', false)
    .where('account.password', 'is not', null)
    .limit(1)
    .execute();
  return admins.length > 0;
}

/** How many accounts, of either role, can sign in. */
export async function countActiveUsers(db: Reader): Promise<number> {
  const users = await selectUsers(db)
    .where('user.disabled', '=', false)
    .where('account.password', 'is not', null)
    .execute();
  return users.length;
}

const selectUsers = (db: Reader) =>
  db
    .selectFrom('user')
    .leftJoin('account', (join) =>
      join.onRef('account.userId', '=', 'user.id').on('account.providerId', '=', 'credential'),
    )
    .selectAll('user')
    .select('account.password');

export interface NewUser {
  id: string;
  email: string;
  name: string;
  role: Role;
}

/** Flags are booleans and dates ISO text, which both engines accept. */
export async function insertUser(tx: Writer, user: NewUser, now: Instant): Promise<void> {
  await tx
    .insertInto('user')
    .values({
      ...user,
      emailVerified: false,
      twoFactorEnabled: false,
      disabled: false,
      createdAt: isoOf(now),
      updatedAt: isoOf(now),
    })
    .execute();
}

export interface UserChange {
  name?: string;
  role?: Role;
  disabled?: boolean;
  emailVerified?: boolean;
  twoFactorEnabled?: boolean;
}

export async function updateUserRow(tx: Writer, id: string, change: UserChange, now: Instant): Promise<void> {
  await tx
    .updateTable('user')
    .set({ ...change, updatedAt: isoOf(now) })
    .where('id', '=', id)
    .execute();
}

/** Also deletes their sessions, password, second factor and mailed links, by cascade. */
export async function removeUser(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('user').where('id', '=', id).execute();
}

export const toStaff = (row: UserRow): Staff => ({
  id: row.id,
  email: row.email,
  name: row.name,
  role: row.role,
  disabled: Boolean(row.disabled),
  twoFactorEnabled: Boolean(row.twoFactorEnabled),
  canSignIn: row.password !== null,
  createdAt: new Date(row.createdAt).toISOString(),
});

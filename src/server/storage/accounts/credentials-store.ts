/** The credentials of an account: password, second factor, sessions, and mailed links. */
import type { Instant } from '../../../core/ist-time.ts';
import { isoOf } from '../queries/wire-values.ts';
import type { Counters, Reader, Row, Writer } from '../schema.ts';
import { countersIn, removeCount } from './rate-limits-store.ts';

/** Better Auth's name for an account with a password. */
const PROVIDER = 'credential';

export async function storePassword(
  tx: Writer,
  { id, userId, hash }: { id: string; userId: string; hash: string },
  now: Instant,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ password: hash, updatedAt: isoOf(now) })
    .where('userId', '=', userId)
    .where('providerId', '=', PROVIDER)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  await tx
    .insertInto('account')
    .values({
      id,
      userId,
      accountId: userId,
      providerId: PROVIDER,
      password: hash,
      createdAt: isoOf(now),
      updatedAt: isoOf(now),
    })
    .execute();
}

/**
 * Ends all sessions. Also removes sign-ins that wait for the second factor, because others may know the password that began
 * them, and the devices that get alerts, because others may have added them.
 */
export async function removeAllAccess(tx: Writer, userId: string): Promise<void> {
  await tx.deleteFrom('session').where('userId', '=', userId).execute();
  await tx.deleteFrom('alert_devices').where('user_id', '=', userId).execute();
  await removePendingSignIns(tx, userId);
}

/** Better Auth stores a sign-in that waits for the second factor as a challenge whose value is the user id. */
export async function removePendingSignIns(tx: Writer, userId: string): Promise<void> {
  await tx.deleteFrom('verification').where('value', '=', userId).execute();
}

/** Returns whether the account had such a session. */
export async function removeSession(tx: Writer, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function hasSessionWithToken(db: Reader, userId: string, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id')
    .where('userId', '=', userId)
    .where('token', '=', token)
    .executeTakeFirst();
  return row !== undefined;
}

export const listSessionRows = (db: Reader, userId: string, now: Instant): Promise<Row<'session'>[]> =>
  db
    .selectFrom('session')
    .selectAll()
    .where('userId', '=', userId)
    .where('expiresAt', '>', isoOf(now))
    .orderBy('updatedAt', 'desc')
    .execute();

export async function removeSecondFactor(tx: Writer, userId: string): Promise<void> {
  await tx.deleteFrom('twoFactor').where('userId', '=', userId).execute();
}

/** Lets the owner try codes again. */
export async function unlockSecondFactor(tx: Writer, userId: string): Promise<void> {
  await tx
    .updateTable('twoFactor')
    .set({ failedVerificationCount: 0, lockedUntil: null })
    .where('userId', '=', userId)
    .execute();
  await removeCount(countersIn(tx), codesKeyOf(userId));
}

/** The key of the counter of codes that were tried for an account. */
export const codesKeyOf = (userId: string): string => `codes for ${userId}`;

/** Returns when the lock after too many wrong codes ends; 0 without a lock. */
export async function readSecondFactorLock(db: Reader, userId: string): Promise<Instant> {
  const row = await db
    .selectFrom('twoFactor')
    .select('lockedUntil')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.lockedUntil ? new Date(row.lockedUntil).getTime() : 0;
}

/** Returns true for the first caller only, also when several call at once. Times are by the account clock. */
export async function claimCode(
  counters: Counters,
  id: string,
  { now, expiresAt }: { now: Instant; expiresAt: Instant },
): Promise<boolean> {
  const row = await counters
    .insertInto('verification')
    .values({
      id,
      identifier: id,
      value: 'used code',
      expiresAt: isoOf(expiresAt),
      createdAt: isoOf(now),
      updatedAt: isoOf(now),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** For a code that was claimed but then not accepted. */
export async function releaseCode(counters: Counters, id: string): Promise<void> {
  await counters.deleteFrom('verification').where('id', '=', id).execute();
}

export type TokenRow = Row<'account_tokens'>;

export async function insertToken(tx: Writer, row: TokenRow): Promise<void> {
  await tx.insertInto('account_tokens').values(row).execute();
}

export const findToken = (db: Reader, tokenHash: string): Promise<TokenRow | undefined> =>
  db.selectFrom('account_tokens').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();

/** Removes all links of an account: after one was used the others are not needed. */
export async function removeTokens(tx: Writer, userId: string): Promise<void> {
  await tx.deleteFrom('account_tokens').where('user_id', '=', userId).execute();
}

/** Sessions and challenges expire by `accountNow`, links by `now`. */
export async function pruneCredentials(tx: Writer, accountNow: Instant, now: Instant): Promise<void> {
  await tx.deleteFrom('session').where('expiresAt', '<', isoOf(accountNow)).execute();
  await tx.deleteFrom('verification').where('expiresAt', '<', isoOf(accountNow)).execute();
  await tx.deleteFrom('account_tokens').where('expires_at', '<', now).execute();
}

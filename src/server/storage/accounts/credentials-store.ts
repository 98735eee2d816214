/** What opens an account: the password, the second factor, open sessions, and links that were mailed. */
import type { Instant } from '../../../core/ist-time.ts';
import { isoOf } from '../queries/wire-values.ts';
import type { Counters, Reader, Row, Writer } from '../schema.ts';
import { countersIn, forgetCount } from './rate-limits-store.ts';

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

/** Those whose second factor is still due included: the password that began them may be known to others. */
export async function removeSessions(tx: Writer, userId: string): Promise<void> {
  await tx.deleteFrom('session').where('userId', '=', userId).execute();
  await removePendingSignIns(tx, userId);
}

/** Better Auth keeps a sign-in that waits for the second factor as a challenge whose value is the account. */
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
  await forgetCount(countersIn(tx), codesKeyOf(userId));
}

/** The key of the counter of codes that were tried for an account. */
export const codesKeyOf = (userId: string): string => `codes for ${userId}`;

/** Until when the owner has to wait after too many wrong codes; 0 without a lock. */
export async function readSecondFactorLock(db: Reader, userId: string): Promise<Instant> {
  const row = await db
    .selectFrom('twoFactor')
    .select('lockedUntil')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.lockedUntil ? new Date(row.lockedUntil).getTime() : 0;
}

/** Returns whether nobody had claimed the code before; of many at once, one is told so. Times are by the clock of accounts. */
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
    .onConflict((clash) => clash.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The code was not accepted after all. */
export async function releaseCode(counters: Counters, id: string): Promise<void> {
  await counters.deleteFrom('verification').where('id', '=', id).execute();
}

export type TokenRow = Row<'account_tokens'>;

export async function insertToken(tx: Writer, row: TokenRow): Promise<void> {
  await tx.insertInto('account_tokens').values(row).execute();
}

export const findToken = (db: Reader, tokenHash: string): Promise<TokenRow | undefined> =>
  db.selectFrom('account_tokens').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();

/** All links of an account: whoever has used one needs none of the others. */
export async function removeTokens(tx: Writer, userId: string): Promise<void> {
  await tx.deleteFrom('account_tokens').where('user_id', '=', userId).execute();
}

/** `accountNow` is the time by which sessions and challenges expire, `now` that of the links. */
export async function pruneCredentials(tx: Writer, accountNow: Instant, now: Instant): Promise<void> {
  await tx.deleteFrom('session').where('expiresAt', '<', isoOf(accountNow)).execute();
  await tx.deleteFrom('verification').where('expiresAt', '<', isoOf(accountNow)).execute();
  await tx.deleteFrom('account_tokens').where('expires_at', '<', now).execute();
}

/** Verifies TOTP and recovery codes, at sign-in and when the second factor is turned on. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { TwoFactorCode } from '../../contract/accounts.ts';
import { MINUTE, SECOND } from '../../core/ist-time.ts';
import { AppError } from '../errors.ts';
import { recordAccountAction } from '../services/accounts/user-records.ts';
import { countOrRefuse, refuseIfReached } from '../services/limits.ts';
import {
  claimCode,
  codesKeyOf,
  readSecondFactorLock,
  releaseCode,
} from '../storage/accounts/credentials-store.ts';
import { removeCount } from '../storage/accounts/rate-limits-store.ts';
import type { AuthEnv } from './auth-env.ts';
import { callBetterAuth } from './call-better-auth.ts';
import { findSession, type OpenSession } from './sessions.ts';
import { completeSignIn } from './sign-in.ts';

const CODES_FROM_NETWORK = { most: 10, window: MINUTE };
/** Better Auth reads its lock before it checks a code and sets it afterwards, so parallel requests could pass it. */
const CODES_FOR_SIGN_IN = { most: 10, window: 15 * MINUTE };
/** A code is accepted for 90 seconds; the clocks of nodes may differ. */
const CLAIM_KEPT_FOR = 10 * MINUTE;

interface CodeHolder {
  userId: string;
  /** Null if the code is for a sign-in. */
  session: OpenSession | null;
}

/** Accepts each code once, as RFC 6238 section 5.2 requires; Better Auth alone would accept it again. */
export async function verifyTotp(c: Context<AuthEnv>, given: TwoFactorCode): Promise<Response> {
  const holder = await countCodeAttempt(c);
  const { database, accountClock } = c.env.auth.accounts;
  const claim = claimId(holder.userId, given.code);
  const now = accountClock.now();
  if (!(await claimCode(database.counters, claim, { now, expiresAt: now + CLAIM_KEPT_FOR }))) {
    throw new AppError('wrong-code');
  }
  const response = await callBetterAuth(c, '/two-factor/verify-totp', given);
  if (response.ok) return finish(c, holder, response);
  await releaseCode(database.counters, claim);
  return response;
}

/** Better Auth accepts each recovery code once. */
export async function verifyRecoveryCode(c: Context<AuthEnv>, given: TwoFactorCode): Promise<Response> {
  const holder = await countCodeAttempt(c);
  const response = await callBetterAuth(c, '/two-factor/verify-backup-code', given);
  return response.ok ? finish(c, holder, response) : response;
}

/** Throws, before anything is written, if no code may be tried; otherwise counts the attempt. */
async function countCodeAttempt(c: Context<AuthEnv>): Promise<CodeHolder> {
  const { auth } = c.env;
  const { database, clock } = auth.accounts;
  const session = await findSession(auth, c.req.raw.headers);
  const cookies = new Headers({ cookie: c.req.header('Cookie') ?? '' });
  const betterAuth = await auth.betterAuth();
  const userId = session?.staff.id ?? (await betterAuth.findPendingSignIn(cookies));
  if (userId === null) throw new AppError('sign-in-expired');
  if (!session) await refuseLocked(c, userId);
  await countOrRefuse(
    database.counters,
    `code from ${c.env.client.network}`,
    CODES_FROM_NETWORK,
    clock.now(),
  );
  if (!session) await countOrRefuse(database.counters, codesKeyOf(userId), CODES_FOR_SIGN_IN, clock.now());
  return { userId, session };
}

async function refuseLocked(c: Context<AuthEnv>, userId: string): Promise<void> {
  const { database, clock, accountClock } = c.env.auth.accounts;
  await refuseIfReached(database.counters, codesKeyOf(userId), CODES_FOR_SIGN_IN, clock.now());
  const left = (await readSecondFactorLock(database.db, userId)) - accountClock.now();
  if (left > 0) throw new AppError('too-many', { retryAfter: left / SECOND });
}

async function finish(
  c: Context<AuthEnv>,
  { userId, session }: CodeHolder,
  response: Response,
): Promise<Response> {
  await removeCount(c.env.auth.accounts.database.counters, codesKeyOf(userId));
  if (!session) return completeSignIn(c, response);
  if (!session.staff.twoFactorEnabled) {
    await recordAccountAction(c.env.auth.accounts, 'Turned on two-factor sign-in', session.staff);
  }
  return response;
}

const claimId = (userId: string, code: string): string =>
  createHash('sha256').update(`totp ${userId} ${code}`).digest('base64url');

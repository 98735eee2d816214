/** The second factor: codes of the authenticator app and recovery codes, at sign-in and to turn it on. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { TwoFactorCode } from '../../contract/accounts.ts';
import { MINUTE, SECOND } from '../../core/ist-time.ts';
import { AppError } from '../errors.ts';
import { recordAccountEvent } from '../services/accounts/user-records.ts';
import { refuseIfSpent, spendOne } from '../services/limits.ts';
import {
  claimCode,
  codesKeyOf,
  readSecondFactorLock,
  releaseCode,
} from '../storage/accounts/credentials-store.ts';
import { removeCount } from '../storage/accounts/rate-limits-store.ts';
import { askBetterAuth } from './ask-better-auth.ts';
import type { AuthEnv } from './auth-env.ts';
import { findSession, type OpenSession } from './sessions.ts';
import { completeSignIn } from './sign-in.ts';

const CODES_FROM_NETWORK = { most: 10, window: MINUTE };
/** Better Auth's own lock is read before a code is judged and set after it: many at once would pass between. */
const CODES_FOR_SIGN_IN = { most: 10, window: 15 * MINUTE };
/** A code is accepted for 90 seconds; the clocks of nodes may differ. */
const CLAIM_KEPT_FOR = 10 * MINUTE;

interface CodeHolder {
  userId: string;
  /** Null while the sign-in needs the code. */
  session: OpenSession | null;
}

/** Each code is accepted once for an account, as RFC 6238 asks in 5.2: Better Auth would accept it again. */
export async function verifyTotp(c: Context<AuthEnv>, given: TwoFactorCode): Promise<Response> {
  const holder = await admitCode(c);
  const { database, accountClock } = c.env.auth.accounts;
  const claim = claimId(holder.userId, given.code);
  const now = accountClock.now();
  if (!(await claimCode(database.counters, claim, { now, expiresAt: now + CLAIM_KEPT_FOR }))) {
    throw new AppError('wrong-code');
  }
  const answer = await askBetterAuth(c, '/two-factor/verify-totp', given);
  if (answer.ok) return finish(c, holder, answer);
  await releaseCode(database.counters, claim);
  return answer;
}

/** Better Auth itself accepts each of them once. */
export async function verifyRecoveryCode(c: Context<AuthEnv>, given: TwoFactorCode): Promise<Response> {
  const holder = await admitCode(c);
  const answer = await askBetterAuth(c, '/two-factor/verify-backup-code', given);
  return answer.ok ? finish(c, holder, answer) : answer;
}

/** Refuses, before anything is written, whoever may not try a code; everybody else has one try less. */
async function admitCode(c: Context<AuthEnv>): Promise<CodeHolder> {
  const { auth } = c.env;
  const { database, clock } = auth.accounts;
  const session = await findSession(auth, c.req.raw.headers);
  const cookies = new Headers({ cookie: c.req.header('Cookie') ?? '' });
  const userId = session?.staff.id ?? (await auth.betterAuth.findPendingSignIn(cookies));
  if (userId === null) throw new AppError('sign-in-expired');
  if (!session) await refuseLocked(c, userId);
  await spendOne(database.counters, `code from ${c.env.client.network}`, CODES_FROM_NETWORK, clock.now());
  if (!session) await spendOne(database.counters, codesKeyOf(userId), CODES_FOR_SIGN_IN, clock.now());
  return { userId, session };
}

async function refuseLocked(c: Context<AuthEnv>, userId: string): Promise<void> {
  const { database, clock, accountClock } = c.env.auth.accounts;
  await refuseIfSpent(database.counters, codesKeyOf(userId), CODES_FOR_SIGN_IN, clock.now());
  const left = (await readSecondFactorLock(database.db, userId)) - accountClock.now();
  if (left > 0) throw new AppError('too-many', { retryAfter: left / SECOND });
}

async function finish(
  c: Context<AuthEnv>,
  { userId, session }: CodeHolder,
  answer: Response,
): Promise<Response> {
  await removeCount(c.env.auth.accounts.database.counters, codesKeyOf(userId));
  if (!session) return completeSignIn(c, answer);
  if (!session.staff.twoFactorEnabled) {
    await recordAccountEvent(c.env.auth.accounts, 'Turned on two-factor sign-in', session.staff);
  }
  return answer;
}

const claimId = (userId: string, code: string): string =>
  createHash('sha256').update(`totp ${userId} ${code}`).digest('base64url');

/** What staff do with their own account: password, second factor, sessions, signing out. */
import type { Context } from 'hono';
import type {
  PasswordChange,
  PasswordConfirmation,
  PasswordReset,
  PasswordResetRequest,
  SessionToken,
} from '../../contract/accounts.ts';
import { HOUR, MINUTE } from '../../core/ist-time.ts';
import { AppError } from '../errors.ts';
import { choosePasswordByLink, requestPasswordReset } from '../services/accounts/password-reset.ts';
import { refuseWeakPassword } from '../services/accounts/passwords.ts';
import { recordAccountEvent } from '../services/accounts/user-records.ts';
import { spendOne } from '../services/limits.ts';
import {
  hasSessionWithToken,
  listSessionRows,
  removePendingSignIns,
  removeTokens,
} from '../storage/accounts/credentials-store.ts';
import { removeCount } from '../storage/accounts/rate-limits-store.ts';
import { askBetterAuth } from './ask-better-auth.ts';
import type { AuthEnv } from './auth-env.ts';
import { deviceCookie } from './known-devices.ts';
import { findSession } from './sessions.ts';

const REQUESTS_FROM_NETWORK = { most: 10, window: HOUR };
const BAD_LINKS_FROM_NETWORK = { most: 30, window: 15 * MINUTE };
/** Whoever has somebody's session must not get to guess the password, from however many networks. */
const PASSWORDS_OF_ACCOUNT = { most: 10, window: 15 * MINUTE };
/** Longer than it takes to queue a mail: with or without an account, the response takes as long. */
const REQUEST_TAKES = 300;

export async function askForNewPassword(
  c: Context<AuthEnv>,
  { email }: PasswordResetRequest,
): Promise<Response> {
  const { accounts } = c.env.auth;
  const key = `password-reset from ${c.env.client.network}`;
  await spendOne(accounts.database.counters, key, REQUESTS_FROM_NETWORK, accounts.clock.now());
  await Promise.all([requestPasswordReset(accounts, email), Bun.sleep(REQUEST_TAKES)]);
  return c.json({ status: true });
}

/** Whoever could read the mail is no stranger: from this device they may sign in whatever strangers do. */
export async function choosePassword(c: Context<AuthEnv>, given: PasswordReset): Promise<Response> {
  const { accounts } = c.env.auth;
  const email = await choosePasswordByLink(accounts, given).catch(async (error) => {
    // Only bad links count: a good one works whatever else comes from the same network.
    if (error instanceof AppError && error.code === 'link-expired') await countBadLink(c);
    throw error;
  });
  c.header('Set-Cookie', await deviceCookie(c, email), { append: true });
  return c.json({ status: true });
}

function countBadLink(c: Context<AuthEnv>): Promise<void> {
  const { database, clock } = c.env.auth.accounts;
  return spendOne(
    database.counters,
    `link from ${c.env.client.network}`,
    BAD_LINKS_FROM_NETWORK,
    clock.now(),
  );
}

export async function changePassword(c: Context<AuthEnv>, given: PasswordChange): Promise<Response> {
  refuseWeakPassword(given.newPassword, c.var.staff.email, 'newPassword');
  const answer = await confirm(c, '/change-password', given);
  if (answer.ok) {
    await c.env.auth.accounts.database.write(async (tx) => {
      await removePendingSignIns(tx, c.var.staff.id);
      await removeTokens(tx, c.var.staff.id);
    });
  }
  return recorded(c, 'Changed the password', answer);
}

/** Returns what an authenticator app needs; the second factor is on once a first code was right. */
export const prepareTwoFactor = (c: Context<AuthEnv>, given: PasswordConfirmation): Promise<Response> =>
  confirm(c, '/two-factor/enable', given);

export async function turnOffTwoFactor(c: Context<AuthEnv>, given: PasswordConfirmation): Promise<Response> {
  const answer = await confirm(c, '/two-factor/disable', given);
  return c.var.staff.twoFactorEnabled ? recorded(c, 'Turned off two-factor sign-in', answer) : answer;
}

export async function makeRecoveryCodes(c: Context<AuthEnv>, given: PasswordConfirmation): Promise<Response> {
  const answer = await confirm(c, '/two-factor/generate-backup-codes', given);
  return recorded(c, 'Made new recovery codes', answer);
}

export async function endOwnSession(c: Context<AuthEnv>, given: SessionToken): Promise<Response> {
  const { database } = c.env.auth.accounts;
  if (!(await hasSessionWithToken(database.db, c.var.staff.id, given.token))) throw new AppError('not-found');
  return recorded(c, 'Ended a session', await askBetterAuth(c, '/revoke-session', given));
}

export async function endOtherSessions(c: Context<AuthEnv>): Promise<Response> {
  const { database, accountClock } = c.env.auth.accounts;
  const sessions = await listSessionRows(database.db, c.var.staff.id, accountClock.now());
  const answer = await askBetterAuth(c, '/revoke-other-sessions');
  return sessions.length > 1 ? recorded(c, 'Ended all other sessions', answer) : answer;
}

export async function signOut(c: Context<AuthEnv>): Promise<Response> {
  const session = await findSession(c.env.auth, c.req.raw.headers);
  const answer = await askBetterAuth(c, '/sign-out');
  if (answer.ok && session) await recordAccountEvent(c.env.auth.accounts, 'Signed out', session.staff);
  return answer;
}

/** For requests that hold the password once more. */
async function confirm(c: Context<AuthEnv>, path: string, given: object): Promise<Response> {
  const { database, clock } = c.env.auth.accounts;
  const key = `own password of ${c.var.staff.id}`;
  await spendOne(database.counters, key, PASSWORDS_OF_ACCOUNT, clock.now());
  const answer = await askBetterAuth(c, path, given);
  if (answer.ok) await removeCount(database.counters, key);
  return answer;
}

async function recorded(c: Context<AuthEnv>, action: string, answer: Response): Promise<Response> {
  if (answer.ok) await recordAccountEvent(c.env.auth.accounts, action, c.var.staff);
  return answer;
}

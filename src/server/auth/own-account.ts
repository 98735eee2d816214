/** Handlers for the signed-in account: password, second factor, sessions, signing out. */
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
import { recordAccountAction } from '../services/accounts/user-records.ts';
import { countOrRefuse } from '../services/limits.ts';
import {
  hasSessionWithToken,
  listSessionRows,
  removePendingSignIns,
  removeTokens,
} from '../storage/accounts/credentials-store.ts';
import { removeCount } from '../storage/accounts/rate-limits-store.ts';
import type { AuthEnv } from './auth-env.ts';
import { callBetterAuth } from './call-better-auth.ts';
import { deviceCookie } from './known-devices.ts';
import { findSession } from './sessions.ts';

const REQUESTS_FROM_NETWORK = { most: 10, window: HOUR };
const BAD_LINKS_FROM_NETWORK = { most: 30, window: 15 * MINUTE };
/** Limits guesses of the password with a stolen session, from all networks together. */
const PASSWORDS_OF_ACCOUNT = { most: 10, window: 15 * MINUTE };
/** Longer than queueing a mail takes, so that the time does not reveal whether the account exists. */
const RESET_RESPONSE_MS = 300;

export async function sendPasswordReset(
  c: Context<AuthEnv>,
  { email }: PasswordResetRequest,
): Promise<Response> {
  const { accounts } = c.env.auth;
  const key = `password-reset from ${c.env.client.network}`;
  await countOrRefuse(accounts.database.counters, key, REQUESTS_FROM_NETWORK, accounts.clock.now());
  await Promise.all([requestPasswordReset(accounts, email), Bun.sleep(RESET_RESPONSE_MS)]);
  return c.json({ status: true });
}

/** Sets the device cookie, because the link proves access to the mailbox: strangers cannot block this device. */
export async function resetPassword(c: Context<AuthEnv>, given: PasswordReset): Promise<Response> {
  const { accounts } = c.env.auth;
  const email = await choosePasswordByLink(accounts, given).catch(async (error) => {
    // Only invalid links count: a valid one always works, whatever else the network sends.
    if (error instanceof AppError && error.code === 'link-expired') await countBadLink(c);
    throw error;
  });
  c.header('Set-Cookie', await deviceCookie(c, email), { append: true });
  return c.json({ status: true });
}

function countBadLink(c: Context<AuthEnv>): Promise<void> {
  const { database, clock } = c.env.auth.accounts;
  return countOrRefuse(
    database.counters,
    `link from ${c.env.client.network}`,
    BAD_LINKS_FROM_NETWORK,
    clock.now(),
  );
}

export async function changePassword(c: Context<AuthEnv>, given: PasswordChange): Promise<Response> {
  refuseWeakPassword(given.newPassword, c.var.staff.email, 'newPassword');
  const response = await callWithPassword(c, '/change-password', given);
  if (response.ok) {
    await c.env.auth.accounts.database.write(async (tx) => {
      await removePendingSignIns(tx, c.var.staff.id);
      await removeTokens(tx, c.var.staff.id);
    });
  }
  return recordIfOk(c, 'Changed the password', response);
}

/** Returns the data for an authenticator app; the second factor is on after the first correct code. */
export const prepareTwoFactor = (c: Context<AuthEnv>, given: PasswordConfirmation): Promise<Response> =>
  callWithPassword(c, '/two-factor/enable', given);

export async function turnOffTwoFactor(c: Context<AuthEnv>, given: PasswordConfirmation): Promise<Response> {
  const response = await callWithPassword(c, '/two-factor/disable', given);
  return c.var.staff.twoFactorEnabled ? recordIfOk(c, 'Turned off two-factor sign-in', response) : response;
}

export async function createRecoveryCodes(
  c: Context<AuthEnv>,
  given: PasswordConfirmation,
): Promise<Response> {
  const response = await callWithPassword(c, '/two-factor/generate-backup-codes', given);
  return recordIfOk(c, 'Made new recovery codes', response);
}

export async function endOwnSession(c: Context<AuthEnv>, given: SessionToken): Promise<Response> {
  const { database } = c.env.auth.accounts;
  if (!(await hasSessionWithToken(database.db, c.var.staff.id, given.token))) throw new AppError('not-found');
  return recordIfOk(c, 'Ended a session', await callBetterAuth(c, '/revoke-session', given));
}

export async function endOtherSessions(c: Context<AuthEnv>): Promise<Response> {
  const { database, accountClock } = c.env.auth.accounts;
  const sessions = await listSessionRows(database.db, c.var.staff.id, accountClock.now());
  const response = await callBetterAuth(c, '/revoke-other-sessions');
  return sessions.length > 1 ? recordIfOk(c, 'Ended all other sessions', response) : response;
}

export async function signOut(c: Context<AuthEnv>): Promise<Response> {
  const session = await findSession(c.env.auth, c.req.raw.headers);
  const response = await callBetterAuth(c, '/sign-out');
  if (response.ok && session) await recordAccountAction(c.env.auth.accounts, 'Signed out', session.staff);
  return response;
}

/** Calls Better Auth with a password from the request, and limits the attempts. */
async function callWithPassword(c: Context<AuthEnv>, path: string, given: object): Promise<Response> {
  const { database, clock } = c.env.auth.accounts;
  const key = `own password of ${c.var.staff.id}`;
  await countOrRefuse(database.counters, key, PASSWORDS_OF_ACCOUNT, clock.now());
  const response = await callBetterAuth(c, path, given);
  if (response.ok) await removeCount(database.counters, key);
  return response;
}

async function recordIfOk(c: Context<AuthEnv>, action: string, response: Response): Promise<Response> {
  if (response.ok) await recordAccountAction(c.env.auth.accounts, action, c.var.staff);
  return response;
}

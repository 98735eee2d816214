/** What people do with their own account: a new password, the second factor, sessions, signing out. */
import type { Context } from 'hono';
import {
  passwordChangeSchema,
  passwordConfirmationSchema,
  passwordResetRequestSchema,
  passwordResetSchema,
  sessionTokenSchema,
} from '../../contract/accounts.ts';
import { HOUR, MINUTE } from '../../core/ist-time.ts';
import { recordAccountEvent } from '../services/account-events.ts';
import { spendOne } from '../services/limits.ts';
import { choosePasswordByLink, requestPasswordReset } from '../services/password-reset.ts';
import { refuseWeakPassword } from '../services/passwords.ts';
import { askBetterAuth } from './ask-better-auth.ts';
import type { AuthEnv } from './auth-env.ts';
import { deviceCookie } from './known-devices.ts';
import { readBody } from './read-body.ts';
import { findSession } from './sessions.ts';

const REQUESTS_FROM_NETWORK = { most: 10, window: HOUR };
const LINKS_FROM_NETWORK = { most: 30, window: 15 * MINUTE };
/** Whoever has somebody's session must not get to guess the password. */
const PASSWORDS_FROM_NETWORK = { most: 10, window: MINUTE };
/** Longer than it takes to queue a mail: with or without an account, the answer takes as long. */
const REQUEST_TAKES = 300;

export async function askForNewPassword(c: Context<AuthEnv>): Promise<Response> {
  const { email } = await readBody(c.req, passwordResetRequestSchema);
  const { accounts } = c.env.auth;
  const key = `password-reset from ${c.env.client.network}`;
  await spendOne(accounts.database.db, key, REQUESTS_FROM_NETWORK, accounts.clock.now());
  await Promise.all([requestPasswordReset(accounts, email), Bun.sleep(REQUEST_TAKES)]);
  return c.json({ status: true });
}

/** Whoever could read the mail is no stranger: from this device they may sign in whatever strangers do. */
export async function choosePassword(c: Context<AuthEnv>): Promise<Response> {
  const given = await readBody(c.req, passwordResetSchema);
  const { accounts } = c.env.auth;
  await spendOne(
    accounts.database.db,
    `link from ${c.env.client.network}`,
    LINKS_FROM_NETWORK,
    accounts.clock.now(),
  );
  const email = await choosePasswordByLink(accounts, given);
  c.header('Set-Cookie', await deviceCookie(c, email), { append: true });
  return c.json({ status: true });
}

export async function changePassword(c: Context<AuthEnv>): Promise<Response> {
  const given = await readBody(c.req, passwordChangeSchema);
  refuseWeakPassword(given.newPassword, c.var.staff.email, 'newPassword');
  return recorded(c, 'Changed the password', await confirm(c, '/change-password', given));
}

/** Answers with what an authenticator app needs; the second factor is on once a first code was right. */
export const prepareTwoFactor = async (c: Context<AuthEnv>): Promise<Response> =>
  confirm(c, '/two-factor/enable', await readBody(c.req, passwordConfirmationSchema));

export async function turnOffTwoFactor(c: Context<AuthEnv>): Promise<Response> {
  const answer = await confirm(c, '/two-factor/disable', await readBody(c.req, passwordConfirmationSchema));
  return c.var.staff.twoFactorEnabled ? recorded(c, 'Turned off two-factor sign-in', answer) : answer;
}

export async function makeRecoveryCodes(c: Context<AuthEnv>): Promise<Response> {
  const given = await readBody(c.req, passwordConfirmationSchema);
  const answer = await confirm(c, '/two-factor/generate-backup-codes', given);
  return recorded(c, 'Made new recovery codes', answer);
}

export async function endOwnSession(c: Context<AuthEnv>): Promise<Response> {
  const answer = await askBetterAuth(c, '/revoke-session', await readBody(c.req, sessionTokenSchema));
  return recorded(c, 'Ended a session', answer);
}

export const endOtherSessions = async (c: Context<AuthEnv>): Promise<Response> =>
  recorded(c, 'Ended all other sessions', await askBetterAuth(c, '/revoke-other-sessions'));

export async function signOut(c: Context<AuthEnv>): Promise<Response> {
  const session = await findSession(c.env.auth, c.req.raw.headers);
  const answer = await askBetterAuth(c, '/sign-out');
  if (answer.ok && session) await recordAccountEvent(c.env.auth.accounts, 'Signed out', session.staff);
  return answer;
}

/** For requests that hold the password once more. */
async function confirm(c: Context<AuthEnv>, path: string, given: object): Promise<Response> {
  const { database, clock } = c.env.auth.accounts;
  await spendOne(
    database.db,
    `own password from ${c.env.client.network}`,
    PASSWORDS_FROM_NETWORK,
    clock.now(),
  );
  return askBetterAuth(c, path, given);
}

async function recorded(c: Context<AuthEnv>, action: string, answer: Response): Promise<Response> {
  if (answer.ok) await recordAccountEvent(c.env.auth.accounts, action, c.var.staff);
  return answer;
}

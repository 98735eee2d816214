/** Signing in, with the password and, where it is on, the second factor. */
import type { Context } from 'hono';
import { signInSchema, twoFactorCodeSchema } from '../../contract/accounts.ts';
import { recordAccountEvent } from '../services/account-events.ts';
import { findUserRowByEmail } from '../storage/users-store.ts';
import { askBetterAuth } from './ask-better-auth.ts';
import type { AuthEnv } from './auth-env.ts';
import { accountKey, deviceCookie, findKnownDevice } from './known-devices.ts';
import { readBody } from './read-body.ts';
import { findSession } from './sessions.ts';
import { beginAttempt } from './sign-in-throttle.ts';

/** A stranger at work is written down at these numbers of failures within an hour, not at each. */
const TOLD_FAILURES = [5, 50, 500];

export async function signIn(c: Context<AuthEnv>): Promise<Response> {
  const given = await readBody(c.req, signInSchema);
  const { accounts, log } = c.env.auth;
  const attempt = await beginAttempt(accounts, {
    account: accountKey(given.email),
    network: c.env.client.network,
    device: await findKnownDevice(c, given.email),
  });
  const answer = await askBetterAuth(c, '/sign-in/email', given);
  if (answer.status !== 401) await attempt.forgive();
  else if (TOLD_FAILURES.includes(attempt.failures)) {
    // Not waited for: the time an answer takes must not tell whether there is such an account.
    tellOfFailures(c, given.email, attempt.failures).catch((error) =>
      log.error('failed sign-ins not recorded', { error }),
    );
  }
  return answer.ok ? welcome(c, answer) : answer;
}

/** Both for signing in and, once signed in, for turning the second factor on. */
export async function verifyCode(c: Context<AuthEnv>, path: string): Promise<Response> {
  const given = await readBody(c.req, twoFactorCodeSchema);
  const session = await findSession(c.env.auth, c.req.raw.headers);
  const answer = await askBetterAuth(c, path, given);
  if (!answer.ok) return answer;
  if (!session) return welcome(c, answer);
  if (!session.staff.twoFactorEnabled) {
    await recordAccountEvent(c.env.auth.accounts, 'Turned on two-factor sign-in', session.staff);
  }
  return answer;
}

/** Writes down who has come and remembers the device; when the second factor is still due, nobody has come yet. */
export async function welcome(c: Context<AuthEnv>, answer: Response): Promise<Response> {
  const { user } = (await answer.clone().json()) as {
    user?: { id: string; name: string; email: string };
  };
  if (!user) return answer;
  await recordAccountEvent(c.env.auth.accounts, 'Signed in', user, { address: c.env.client.address });
  answer.headers.append('Set-Cookie', await deviceCookie(c, user.email));
  return answer;
}

async function tellOfFailures(c: Context<AuthEnv>, email: string, failures: number): Promise<void> {
  const { accounts } = c.env.auth;
  const user = await findUserRowByEmail(accounts.database.db, email);
  if (user) await recordAccountEvent(accounts, 'Failed sign-ins', user, { failures });
}

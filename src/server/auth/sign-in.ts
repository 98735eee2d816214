/** Signing in with the password, and the steps after a successful sign-in. */
import type { Context } from 'hono';
import type { SignedInStaff, SignIn } from '../../contract/accounts.ts';
import { recordAccountEvent } from '../services/accounts/user-records.ts';
import { findUserRowByEmail } from '../storage/accounts/users-store.ts';
import { askBetterAuth } from './ask-better-auth.ts';
import type { AuthEnv } from './auth-env.ts';
import { accountKey, deviceCookie, findKnownDevice } from './known-devices.ts';
import { beginAttempt, completeAttempt, type SignInSource } from './sign-in-throttle.ts';

/** A stranger at work is written down at these numbers of failures within an hour, not at each. */
const TOLD_FAILURES = [5, 50, 500];

type AnsweredUser = Pick<SignedInStaff, 'id' | 'name' | 'email'>;

export async function signIn(c: Context<AuthEnv>, given: SignIn): Promise<Response> {
  const { accounts, log } = c.env.auth;
  const attempt = await beginAttempt(accounts, await sourceOf(c, given.email));
  const answer = await askBetterAuth(c, '/sign-in/email', given);
  if (answer.status === 401 && TOLD_FAILURES.includes(attempt.failures)) {
    // Not waited for: the time a response takes must not tell whether there is such an account.
    tellOfFailures(c, given.email, attempt.failures).catch((error) =>
      log.error('failed sign-ins not recorded', { error }),
    );
  }
  if (answer.status === 401) return answer;
  const isCodeDue = answer.ok && (await readUser(answer)) === undefined;
  await (isCodeDue ? attempt.forgivePassword() : attempt.forgive());
  return answer.ok ? welcome(c, answer) : answer;
}

/** For a sign-in whose second factor was right. */
export async function completeSignIn(c: Context<AuthEnv>, answer: Response): Promise<Response> {
  const user = await readUser(answer);
  if (user) await completeAttempt(c.env.auth.accounts, await sourceOf(c, user.email));
  return welcome(c, answer);
}

const sourceOf = async (c: Context<AuthEnv>, email: string): Promise<SignInSource> => ({
  account: accountKey(email),
  network: c.env.client.network,
  device: await findKnownDevice(c, email),
});

/** Writes down who has come and remembers the device; when the second factor is still due, nobody has come yet. */
export async function welcome(c: Context<AuthEnv>, answer: Response): Promise<Response> {
  const user = await readUser(answer);
  if (!user) return answer;
  await recordAccountEvent(c.env.auth.accounts, 'Signed in', user, { address: c.env.client.address });
  answer.headers.append('Set-Cookie', await deviceCookie(c, user.email));
  return answer;
}

/** Undefined while the second factor is due. */
async function readUser(answer: Response): Promise<AnsweredUser | undefined> {
  const { user } = (await answer.clone().json()) as { user?: AnsweredUser };
  return user;
}

async function tellOfFailures(c: Context<AuthEnv>, email: string, failures: number): Promise<void> {
  const { accounts } = c.env.auth;
  const user = await findUserRowByEmail(accounts.database.db, email);
  if (user) await recordAccountEvent(accounts, 'Failed sign-ins', user, { failures });
}

/** Sign-in with the password, and the steps after a successful sign-in. */
import type { Context } from 'hono';
import type { SignedInStaff, SignIn } from '../../contract/accounts.ts';
import { recordAccountAction } from '../services/accounts/user-records.ts';
import { findUserRowByEmail } from '../storage/accounts/users-store.ts';
import type { AuthEnv } from './auth-env.ts';
import { callBetterAuth } from './call-better-auth.ts';
import { deviceCookie, findKnownDevice, hashEmail } from './known-devices.ts';
import { beginAttempt, completeAttempt, type SignInSource } from './sign-in-throttle.ts';

/** Failed sign-ins are recorded at these counts within an hour, not each time. */
const RECORDED_FAILURES = [5, 50, 500];

type ResponseUser = Pick<SignedInStaff, 'id' | 'name' | 'email'>;

/** Passwords are checked in turn: many at once would delay the site. Devices that have signed in before have priority. */
export async function signIn(c: Context<AuthEnv>, given: SignIn): Promise<Response> {
  const source = await sourceOf(c, given.email);
  const visitor = { network: c.env.client.wideNetwork, signal: c.env.signal };
  return c.env.auth.signIns.run({ key: null, visitor, hasPriority: source.device !== null }, () =>
    attemptSignIn(c, given, source),
  );
}

async function attemptSignIn(c: Context<AuthEnv>, given: SignIn, source: SignInSource): Promise<Response> {
  const { accounts, log } = c.env.auth;
  const attempt = await beginAttempt(accounts, source);
  const response = await callBetterAuth(c, '/sign-in/email', given);
  if (response.status === 401 && RECORDED_FAILURES.includes(attempt.failures)) {
    // Not awaited: the response time must not reveal whether the account exists.
    recordFailures(c, given.email, attempt.failures).catch((error) =>
      log.error('failed sign-ins not recorded', { error }),
    );
  }
  if (response.status === 401) return response;
  const isCodeDue = response.ok && (await readUser(response)) === undefined;
  await (isCodeDue ? attempt.forgivePassword() : attempt.forgive());
  return response.ok ? recordSignIn(c, response) : response;
}

/** For a sign-in whose second factor was correct. */
export async function completeSignIn(c: Context<AuthEnv>, response: Response): Promise<Response> {
  const user = await readUser(response);
  if (user) await completeAttempt(c.env.auth.accounts, await sourceOf(c, user.email));
  return recordSignIn(c, response);
}

const sourceOf = async (c: Context<AuthEnv>, email: string): Promise<SignInSource> => ({
  account: hashEmail(email),
  network: c.env.client.network,
  device: await findKnownDevice(c, email),
});

/** Records the sign-in and sets the device cookie; does nothing while the second factor is missing. */
export async function recordSignIn(c: Context<AuthEnv>, response: Response): Promise<Response> {
  const user = await readUser(response);
  if (!user) return response;
  await recordAccountAction(c.env.auth.accounts, 'Signed in', user, { address: c.env.client.address });
  response.headers.append('Set-Cookie', await deviceCookie(c, user.email));
  return response;
}

/** Undefined while the second factor is missing. */
async function readUser(response: Response): Promise<ResponseUser | undefined> {
  const { user } = (await response.clone().json()) as { user?: ResponseUser };
  return user;
}

async function recordFailures(c: Context<AuthEnv>, email: string, failures: number): Promise<void> {
  const { accounts } = c.env.auth;
  const user = await findUserRowByEmail(accounts.database.db, email);
  if (user) await recordAccountAction(accounts, 'Failed sign-ins', user, { failures });
}

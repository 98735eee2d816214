/** Sign-up on the sign-in page, if the policy allows it. */
import type { Context } from 'hono';
import type { SignUp, SignupPolicy } from '../../contract/accounts.ts';
import { HOUR, MINUTE } from '../../core/ist-time.ts';
import { AppError } from '../errors.ts';
import { setupCodeRefusal, signUpAdmin } from '../services/accounts/first-account.ts';
import { refuseWeakPassword } from '../services/accounts/passwords.ts';
import { countOrRefuse } from '../services/limits.ts';
import { hasUsers } from '../storage/accounts/users-store.ts';
import type { Reader } from '../storage/schema.ts';
import type { Auth, AuthEnv } from './auth-env.ts';
import { callBetterAuth } from './call-better-auth.ts';
import { isSetupCode, readSetupCode } from './setup-code.ts';
import { recordSignIn } from './sign-in.ts';

const CODES_FROM_NETWORK = { most: 10, window: 15 * MINUTE };
const ACCOUNTS_FROM_NETWORK = { most: 20, window: HOUR };

/** What the sign-in page offers and asks for. */
export async function readSignupPolicy(c: Context<AuthEnv>): Promise<SignupPolicy> {
  const { signup, accounts } = c.env.auth;
  const accountExists = await hasUsers(accounts.database.db);
  const isOpen = signup === 'open' || (signup === 'first' && !accountExists);
  return { signup, accountExists, setupCodeNeeded: isOpen && !accountExists };
}

/** Creates the account and signs in. */
export async function signUp(c: Context<AuthEnv>, { setupCode = '', ...admin }: SignUp): Promise<Response> {
  const { auth } = c.env;
  const { accounts, signup } = auth;
  const { accountExists, setupCodeNeeded } = await readSignupPolicy(c);
  if (signup === 'closed' || (signup === 'first' && accountExists)) throw new AppError('signup-closed');
  refuseWeakPassword(admin.password, admin.email);
  if (setupCodeNeeded) await checkSetupCode(c, setupCode);
  const key = `sign-up from ${c.env.client.network}`;
  await countOrRefuse(accounts.database.counters, key, ACCOUNTS_FROM_NETWORK, accounts.clock.now());
  await signUpAdmin(accounts, admin, {
    onlyAsFirst: signup === 'first',
    hasSetupCode: (tx) => isCurrentCode(auth, tx, setupCode),
  });
  const response = await callBetterAuth(c, '/sign-in/email', {
    email: admin.email,
    password: admin.password,
  });
  return response.ok ? recordSignIn(c, response) : response;
}

/** Runs before the expensive password hash; the transaction that creates the account checks again. */
async function checkSetupCode(c: Context<AuthEnv>, given: string): Promise<void> {
  if (given.trim() === '') throw setupCodeRefusal();
  const { auth } = c.env;
  const { database, clock } = auth.accounts;
  await countOrRefuse(
    database.counters,
    `setup-code from ${c.env.client.network}`,
    CODES_FROM_NETWORK,
    clock.now(),
  );
  if (!(await isCurrentCode(auth, database.db, given))) throw setupCodeRefusal();
}

const isCurrentCode = async ({ setupKey }: Auth, db: Reader, given: string): Promise<boolean> =>
  isSetupCode(given, await readSetupCode(db, setupKey));

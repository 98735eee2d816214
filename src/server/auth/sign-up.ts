/** Creating an account on the sign-in screen, as far as the policy allows it. */
import type { Context } from 'hono';
import { type SignUp, type SignupPolicy, signUpSchema } from '../../contract/accounts.ts';
import { HOUR, MINUTE } from '../../core/ist-time.ts';
import { AppError } from '../errors.ts';
import { createAdmin } from '../services/first-account.ts';
import { spendOne } from '../services/limits.ts';
import { hasUsers } from '../storage/users-store.ts';
import { askBetterAuth } from './ask-better-auth.ts';
import type { AuthEnv } from './auth-env.ts';
import { readBody } from './read-body.ts';
import { isSetupCode } from './setup-code.ts';
import { welcome } from './sign-in.ts';

const CODES_FROM_NETWORK = { most: 10, window: 15 * MINUTE };
const ACCOUNTS_FROM_NETWORK = { most: 20, window: HOUR };

/** What the sign-in screen has to offer and to ask for. */
export async function readSignupPolicy(c: Context<AuthEnv>): Promise<SignupPolicy> {
  const { signup, accounts } = c.env.auth;
  const accountExists = await hasUsers(accounts.database.db);
  const isOpen = signup === 'open' || (signup === 'first' && !accountExists);
  return { signup, accountExists, setupCodeNeeded: isOpen && !accountExists && !c.env.client.local };
}

/** Whoever has signed up is signed in. */
export async function signUp(c: Context<AuthEnv>): Promise<Response> {
  const given = await readBody(c.req, signUpSchema);
  const { accounts, signup } = c.env.auth;
  const { accountExists, setupCodeNeeded } = await readSignupPolicy(c);
  if (signup === 'closed' || (signup === 'first' && accountExists)) throw new AppError('signup-closed');
  if (setupCodeNeeded) await expectSetupCode(c, given);
  await spendOne(
    accounts.database.db,
    `sign-up from ${c.env.client.network}`,
    ACCOUNTS_FROM_NETWORK,
    accounts.clock.now(),
  );
  await createAdmin(accounts, given, { onlyAsFirst: signup === 'first' });
  const answer = await askBetterAuth(c, '/sign-in/email', { email: given.email, password: given.password });
  return answer.ok ? welcome(c, answer) : answer;
}

async function expectSetupCode(c: Context<AuthEnv>, { setupCode }: SignUp): Promise<void> {
  const { accounts, setupCode: expected } = c.env.auth;
  const key = `setup-code from ${c.env.client.network}`;
  await spendOne(accounts.database.db, key, CODES_FROM_NETWORK, accounts.clock.now());
  if (!isSetupCode(setupCode ?? '', expected)) throw new AppError('setup-code');
}

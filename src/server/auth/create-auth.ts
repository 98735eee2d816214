/** Creates the authentication parts, and does the account tasks at start and in housekeeping. */
import { FILE_PREFIX } from '../../core/branding.ts';
import { DAY, SECOND } from '../../core/ist-time.ts';
import type { Clock } from '../clock.ts';
import type { SignupMode } from '../config.ts';
import { AppError, DatabaseDown } from '../errors.ts';
import { loadOnce } from '../load-once.ts';
import type { Log } from '../log.ts';
import type { AccountMails } from '../services/accounts/account-context.ts';
import { ensureFirstAdmin, type NewAdmin } from '../services/accounts/first-account.ts';
import type { PasswordCost } from '../services/accounts/passwords.ts';
import type { ServiceContext } from '../services/context.ts';
import { StartError } from '../start-error.ts';
import { pruneCredentials } from '../storage/accounts/credentials-store.ts';
import { pruneCounts } from '../storage/accounts/rate-limits-store.ts';
import { hasUsers } from '../storage/accounts/users-store.ts';
import { createWorkQueue, type QueueLimits } from '../work-queue.ts';
import type { Auth } from './auth-env.ts';
import { ownOrigins } from './origins.ts';
import { deriveKey } from './secret.ts';
import { readSetupCode } from './setup-code.ts';

/** A hash takes 19 MB and a thread of the pool, which compression needs too. */
const SIGN_IN_WORK: QueueLimits = { atOnce: 1, mostOfNetwork: 100, mostInAll: 200 };

export interface AuthParts {
  services: ServiceContext;
  log: Log;
  /** The public origin. */
  baseUrl: string;
  secret: string;
  signup: SignupMode;
  mails: AccountMails;
  /** Called after a commit that queued a mail. */
  mailQueued(): void;
  /** The machine's clock, the only one that Better Auth can read. */
  machineClock: Clock;
  passwordCost: PasswordCost;
}

export function createAuth({ services, log, secret, signup, ...parts }: AuthParts): Auth {
  const { baseUrl, mails, mailQueued, machineClock, passwordCost } = parts;
  const accountClock = services.readDatabaseTime ? services.clock : machineClock;
  warnOfWrongClock(log, { aheadMs: machineClock.now() - accountClock.now() });
  const accounts = { ...services, baseUrl, mails, mailQueued, accountClock, passwordCost };
  const isSecure = baseUrl.startsWith('https:');
  const cookiePrefix = `${isSecure ? '__Host-' : ''}${FILE_PREFIX}`;
  const betterAuth = loadOnce(async () => {
    const { createBetterAuth } = await import('./better-auth.ts');
    return createBetterAuth({ accounts, machineClock, log, secret, cookiePrefix, isSecure });
  });
  return {
    accounts,
    betterAuth,
    signup,
    setupKey: deriveKey(secret, 'setup-code'),
    origins: ownOrigins(baseUrl),
    cookiePrefix,
    isSecure,
    deviceKey: deriveKey(secret, 'known-device'),
    signIns: createWorkQueue(SIGN_IN_WORK),
    log,
  };
}

/** Better Auth also accepts the codes of the periods before and after. */
const CODE_PERIOD = 30 * SECOND;

function warnOfWrongClock(log: Log, { aheadMs }: { aheadMs: number }): void {
  if (Math.abs(aheadMs) <= CODE_PERIOD) return;
  log.warn("this machine's clock is wrong, and codes of authenticator apps are checked by it", { aheadMs });
}

/** For `ADMIN_EMAIL` and `ADMIN_PASSWORD`. */
export async function createFirstAdmin({ accounts }: Auth, admin: NewAdmin): Promise<void> {
  try {
    await ensureFirstAdmin(accounts, { ...admin, email: admin.email.toLowerCase() });
  } catch (error) {
    if (!(error instanceof AppError) || error instanceof DatabaseDown) throw error;
    throw new StartError(`ADMIN_PASSWORD is refused: ${error.message}`);
  }
}

/** Returns the setup code while there is no account and sign-up is possible, otherwise null. */
export async function findSetupCode({ accounts, signup, setupKey }: Auth): Promise<string | null> {
  if (signup === 'closed' || (await hasUsers(accounts.database.db))) return null;
  return readSetupCode(accounts.database.db, setupKey);
}

/** Deletes expired sessions, links and counters; called by housekeeping. */
export async function pruneAccounts({ accounts }: Auth): Promise<void> {
  const { database, clock, accountClock } = accounts;
  const now = clock.now();
  await database.write((tx) => pruneCredentials(tx, accountClock.now(), now));
  await pruneCounts(database.counters, DAY, now);
}

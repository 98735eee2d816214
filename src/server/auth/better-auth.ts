/** Better Auth as we use it: e-mail and password, sessions in the database, TOTP with recovery codes. */
import { type BetterAuthPlugin, betterAuth } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type Role } from '../../contract/users.ts';
import { PRODUCT_NAME } from '../../core/branding.ts';
import { DAY, MINUTE, SECOND } from '../../core/ist-time.ts';
import type { Clock } from '../clock.ts';
import { textOf } from '../errors.ts';
import type { Log } from '../log.ts';
import type { AccountContext } from '../services/accounts/account-context.ts';
import { hashPassword, verifyPassword } from '../services/accounts/passwords.ts';
import { newId } from '../services/context.ts';
import { findUserRow } from '../storage/accounts/users-store.ts';
import { rethrowOutages } from '../storage/engines/outage-tracking.ts';
import { translateTimes } from './translated-times.ts';

/** Ours alone: requests reach Better Auth with headers that we made, never with those that came in. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

export interface BetterAuthParts {
  accounts: AccountContext;
  /** The clock that Better Auth itself reads. */
  machineClock: Clock;
  log: Log;
  secret: string;
  cookiePrefix: string;
  isSecure: boolean;
}

/** As much of it as the rest of the server uses. */
export interface BetterAuth {
  handle(request: Request): Promise<Response>;
  /** Extends it on demand; the result then has the cookies to send. */
  findSession(headers: Headers, prolong: boolean): Promise<FoundSession | null>;
  endSession(token: string): Promise<void>;
  /** The account whose password was right and whose second factor is still due. */
  findPendingSignIn(headers: Headers): Promise<string | null>;
}

interface FoundSession {
  user: { id: string; email: string; name: string; role: Role; disabled: boolean; twoFactorEnabled: boolean };
  session: { id: string; token: string };
  cookies: string[];
}

export function createBetterAuth(parts: BetterAuthParts): BetterAuth {
  const auth = configure(parts);
  return {
    handle: (request) => rethrowOutages(() => auth.handler(request)),
    async findSession(headers, prolong) {
      const query = { disableRefresh: !prolong };
      const found = await rethrowOutages(() => auth.api.getSession({ headers, query, returnHeaders: true }));
      if (!found.response) return null;
      const { user, session } = found.response;
      return {
        user: { ...user, twoFactorEnabled: Boolean(user.twoFactorEnabled) },
        session,
        cookies: found.headers.getSetCookie(),
      };
    },
    async endSession(token) {
      await (await auth.$context).internalAdapter.deleteSession(token);
    },
    findPendingSignIn: (headers) => rethrowOutages(() => auth.api.findPendingSignIn({ headers })),
  };
}

function configure({ accounts, machineClock, log, secret, cookiePrefix, isSecure }: BetterAuthParts) {
  const { database, baseUrl, passwordCost, accountClock } = accounts;
  const times = translateTimes({ machine: machineClock, server: accountClock });
  return betterAuth({
    appName: PRODUCT_NAME,
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [baseUrl],
    telemetry: { enabled: false },
    database: {
      db:
        accountClock === machineClock
          ? database.betterAuthTables
          : database.betterAuthTables.withPlugin(times),
      type: database.kind,
      // On SQLite's one connection a transaction would wait for itself.
      transaction: database.kind === 'postgres',
    },
    emailAndPassword: {
      enabled: true,
      // Accounts are made by our own services, which know the policy.
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      password: {
        hash: (password) => hashPassword(password, passwordCost),
        verify: ({ password, hash }) => verifyPassword(password, hash),
      },
    },
    user: {
      additionalFields: {
        role: { type: ['admin', 'editor'], required: true, input: false },
        disabled: { type: 'boolean', required: true, input: false },
      },
    },
    // No cookie cache: an ended session must be over at once.
    session: { expiresIn: (7 * DAY) / SECOND, updateAge: DAY / SECOND, freshAge: 0 },
    // Its clean-up would make every look at a challenge a write; `pruneAccounts` does it.
    verification: { storeIdentifier: 'hashed', disableCleanup: true },
    plugins: [
      // The lock needs the right password first, so it is no stranger's to pull; a new password lifts it.
      twoFactor({
        issuer: PRODUCT_NAME,
        accountLockout: { enabled: true, maxFailedAttempts: 10, durationSeconds: (15 * MINUTE) / SECOND },
        backupCodeOptions: { storeBackupCodes: 'encrypted' },
      }),
      pendingSignIn(machineClock),
    ],
    databaseHooks: {
      session: {
        create: {
          async before({ userId }) {
            const user = await findUserRow(database.db, userId);
            if (!user || user.disabled) {
              throw new APIError('FORBIDDEN', {
                code: 'ACCOUNT_DISABLED',
                message: textOf('account-disabled'),
              });
            }
          },
        },
      },
    },
    // Our routes count for themselves: its limiter would write for requests that it refuses.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix,
      // Better Auth's own prefix would be `__Secure-`; ours, `__Host-`, is stricter and part of the cookie's name.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' },
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // Our migrations make its tables, and a test asks it whether anything is missing.
      // Without joins it reads a session and its account in two queries, and prints the error of the second itself.
      database: { generateId: () => newId(accounts), validateSchema: false, joins: true },
    },
    onAPIError: { throw: true },
    logger: {
      level: 'error',
      log: (_level, text, ...details) =>
        log.error('better-auth', { text, details, error: details.find((detail) => detail instanceof Error) }),
    },
  });
}

/** Better Auth's name for it, before our prefix. */
const COOKIE = 'two_factor';

/** By the machine's clock: inside Better Auth all times are by that. */
const pendingSignIn = (machineClock: Clock) =>
  ({
    id: 'pending-sign-in',
    endpoints: {
      /** The id of the account, or null. */
      findPendingSignIn: createAuthEndpoint.serverOnly(
        { method: 'GET', requireHeaders: true },
        async ({ context, getSignedCookie }): Promise<string | null> => {
          const { name } = context.createAuthCookie(COOKIE);
          const identifier = await getSignedCookie(name, context.secret);
          if (!identifier) return null;
          const challenge = await context.internalAdapter.findVerificationValue(identifier);
          return challenge && challenge.expiresAt.getTime() > machineClock.now() ? challenge.value : null;
        },
      ),
    },
  }) satisfies BetterAuthPlugin;

/** Configures Better Auth: e-mail and password, sessions in the database, TOTP with recovery codes. */
import { type BetterAuthPlugin, betterAuth } from 'better-auth';
import { APIError, createAuthEndpoint } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type Role } from '../../contract/users.ts';
import { PRODUCT_NAME } from '../../core/branding.ts';
import { DAY, SECOND } from '../../core/ist-time.ts';
import type { Clock } from '../clock.ts';
import { textOf } from '../errors.ts';
import type { Log } from '../log.ts';
import type { AccountContext } from '../services/accounts/account-context.ts';
import { hashPassword, verifyPassword } from '../services/accounts/passwords.ts';
import { newId } from '../services/context.ts';
import { findUserRow } from '../storage/accounts/users-store.ts';
import { rethrowOutages } from '../storage/engines/outage-tracking.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address-header.ts';
import { LOCKED_FOR } from './refusals.ts';
import { translateTimes } from './translate-times.ts';

export interface BetterAuthParts {
  accounts: AccountContext;
  /** The clock that Better Auth reads. */
  machineClock: Clock;
  log: Log;
  secret: string;
  cookiePrefix: string;
  isSecure: boolean;
}

/** The part of Better Auth that the server uses. */
export interface BetterAuth {
  handle(request: Request): Promise<Response>;
  /** With `refresh` the session is extended; the result then has the cookies to send. */
  findSession(headers: Headers, refresh: boolean): Promise<FoundSession | null>;
  endSession(token: string): Promise<void>;
  /** The id of the account whose password was correct and whose second factor is missing. */
  findPendingSignIn(headers: Headers): Promise<string | null>;
}

interface FoundSession {
  user: { id: string; email: string; name: string; role: Role; disabled: boolean; twoFactorEnabled: boolean };
  session: { id: string; token: string };
  cookies: string[];
}

export async function createBetterAuth(parts: BetterAuthParts): Promise<BetterAuth> {
  const auth = configure(parts);
  // Its setup is not done yet, and no request would succeed after a failed one.
  await auth.$context;
  return {
    handle: (request) => rethrowOutages(() => auth.handler(request)),
    async findSession(headers, refresh) {
      const query = { disableRefresh: !refresh };
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
      // SQLite has one connection: a transaction would deadlock.
      transaction: database.kind === 'postgres',
    },
    emailAndPassword: {
      enabled: true,
      // Our services create accounts, because they check the sign-up policy.
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
    // No cookie cache: an ended session must be invalid at once.
    session: { expiresIn: (7 * DAY) / SECOND, updateAge: DAY / SECOND, freshAge: 0 },
    // Its clean-up would write on each read of a challenge; `pruneAccounts` does it instead.
    verification: { storeIdentifier: 'hashed', disableCleanup: true },
    plugins: [
      // Strangers cannot lock an account, because only codes after a correct password count. A new password unlocks it.
      twoFactor({
        issuer: PRODUCT_NAME,
        accountLockout: { enabled: true, maxFailedAttempts: 10, durationSeconds: LOCKED_FOR },
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
    // Our routes have their own limits: this one would write to the database for refused requests.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix,
      // Better Auth would use the prefix `__Secure-`; our `cookiePrefix` has the stricter `__Host-`.
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: isSecure, path: '/' },
      disableOriginCheck: false,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      // Our migrations create its tables, and a test checks that nothing is missing.
      // Without joins it reads session and account in two queries, and prints an error of the second to the console.
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

/** Better Auth's cookie name, without our prefix. */
const PENDING_SIGN_IN_COOKIE = 'two_factor';

/** Compares with the machine's clock, because Better Auth's times use it. */
const pendingSignIn = (machineClock: Clock) =>
  ({
    id: 'pending-sign-in',
    endpoints: {
      /** The id of the account, or null. */
      findPendingSignIn: createAuthEndpoint.serverOnly(
        { method: 'GET', requireHeaders: true },
        async ({ context, getSignedCookie }): Promise<string | null> => {
          const { name } = context.createAuthCookie(PENDING_SIGN_IN_COOKIE);
          const identifier = await getSignedCookie(name, context.secret);
          if (!identifier) return null;
          const challenge = await context.internalAdapter.findVerificationValue(identifier);
          return challenge && challenge.expiresAt.getTime() > machineClock.now() ? challenge.value : null;
        },
      ),
    },
  }) satisfies BetterAuthPlugin;

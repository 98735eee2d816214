/** Tells whose sign-in still needs the second factor, by the signed cookie that Better Auth set for it. */
import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import type { Clock } from '../clock.ts';

/** Better Auth's name for it, before our prefix. */
const COOKIE = 'two_factor';

/** By the machine's clock: inside Better Auth all times are by that. */
export const pendingSignIn = (machineClock: Clock) =>
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

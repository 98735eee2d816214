/** A cookie for browsers that have signed in before: failed sign-ins from elsewhere do not count against them. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { generateSignedCookie, getSignedCookie } from 'hono/cookie';
import { DAY, SECOND } from '../../core/ist-time.ts';
import { newId } from '../services/context.ts';
import type { AuthEnv } from './auth-env.ts';

const COOKIE_LIFETIME = 180 * DAY;

/** The id of the device if it has signed in to this account before, otherwise null. */
export async function findKnownDevice(c: Context<AuthEnv>, email: string): Promise<string | null> {
  const { deviceKey, cookiePrefix } = c.env.auth;
  const value = await getSignedCookie(c, deviceKey, cookieName(cookiePrefix));
  const [account, device = null] = value ? value.split('.') : [];
  return account === hashEmail(email) ? device : null;
}

export function deviceCookie(c: Context<AuthEnv>, email: string): Promise<string> {
  const { deviceKey, cookiePrefix, isSecure, accounts } = c.env.auth;
  const value = `${hashEmail(email)}.${newId(accounts)}`;
  return generateSignedCookie(cookieName(cookiePrefix), value, deviceKey, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure,
    maxAge: COOKIE_LIFETIME / SECOND,
  });
}

const cookieName = (prefix: string): string => `${prefix}.known_device`;

/** A hash of the e-mail address, for cookies and counters that must not contain the address. */
export const hashEmail = (email: string): string =>
  createHash('sha256').update(email).digest('base64url').slice(0, 22);

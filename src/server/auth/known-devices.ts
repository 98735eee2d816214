/** A cookie that identifies a browser which has signed in before: failed sign-ins of others do not count against it. */
import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { generateSignedCookie, getSignedCookie } from 'hono/cookie';
import { DAY, SECOND } from '../../core/ist-time.ts';
import { newId } from '../services/context.ts';
import type { AuthEnv } from './auth-env.ts';

const KEPT_FOR = 180 * DAY;

/** The device's id, when it has signed in to this account before. */
export async function findKnownDevice(c: Context<AuthEnv>, email: string): Promise<string | null> {
  const { deviceKey, cookiePrefix } = c.env.auth;
  const value = await getSignedCookie(c, deviceKey, cookieName(cookiePrefix));
  const [account, device = null] = value ? value.split('.') : [];
  return account === accountKey(email) ? device : null;
}

export function deviceCookie(c: Context<AuthEnv>, email: string): Promise<string> {
  const { deviceKey, cookiePrefix, isSecure, accounts } = c.env.auth;
  const value = `${accountKey(email)}.${newId(accounts)}`;
  return generateSignedCookie(cookieName(cookiePrefix), value, deviceKey, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure,
    maxAge: KEPT_FOR / SECOND,
  });
}

const cookieName = (prefix: string): string => `${prefix}.known_device`;

/** A hash of an e-mail address, for where the address itself must not appear. */
export const accountKey = (email: string): string =>
  createHash('sha256').update(email).digest('base64url').slice(0, 22);

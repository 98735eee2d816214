/** Finds the session of a request. It is read from the database each time, so a changed role has effect at once. */
import type { SignedInStaff } from '../../contract/accounts.ts';
import type { Auth } from './auth-env.ts';

export interface OpenSession {
  staff: SignedInStaff;
  /** To be set on the response if the session was extended. */
  cookies: string[];
}

/**
 * Returns null without a valid session and for a disabled account. Use `refresh` only where the cookies can be
 * sent: otherwise the cookie in the browser would expire before the session.
 */
export async function findSession(
  auth: Auth,
  headers: Headers,
  { refresh = false } = {},
): Promise<OpenSession | null> {
  const cookie = headers.get('Cookie');
  if (cookie === null) return null;
  const betterAuth = await auth.betterAuth();
  const found = await betterAuth.findSession(new Headers({ cookie }), refresh);
  if (!found) return null;
  const { user, session, cookies } = found;
  if (user.disabled) {
    // Created while the account was being disabled; Better Auth would accept it.
    await betterAuth.endSession(session.token);
    return null;
  }
  const { id, email, name, role, twoFactorEnabled } = user;
  return { staff: { id, email, name, role, twoFactorEnabled, sessionId: session.id }, cookies };
}

/** Does not replace cookies of the response: a session that was just ended must not be set again. */
export function sendCookies(response: Response, cookies: readonly string[]): void {
  const set = response.headers.getSetCookie().map(nameOf);
  for (const cookie of cookies) {
    if (!set.includes(nameOf(cookie))) response.headers.append('Set-Cookie', cookie);
  }
}

const nameOf = (cookie: string): string | undefined => cookie.split('=')[0];

/** Finds the session of a request. Better Auth reads it from the database each time, so a lost role counts at once. */
import type { SignedInStaff } from '../../contract/accounts.ts';
import type { Auth } from './auth-env.ts';

export interface OpenSession {
  staff: SignedInStaff;
  /** To be sent back when the session was prolonged. */
  cookies: string[];
}

/**
 * Null without a session, with one that is over, and for an account that has been disabled. To be prolonged
 * only where the cookies can be sent: otherwise the browser would forget a session that lives on.
 */
export async function findSession(
  { betterAuth }: Auth,
  headers: Headers,
  { prolong = false } = {},
): Promise<OpenSession | null> {
  const cookie = headers.get('Cookie');
  if (cookie === null) return null;
  const found = await betterAuth.findSession(new Headers({ cookie }), prolong);
  if (!found) return null;
  const { user, session, cookies } = found;
  if (user.disabled) {
    // It came into being while the account was being disabled; Better Auth would let it pass.
    await betterAuth.endSession(session.token);
    return null;
  }
  const { id, email, name, role, twoFactorEnabled } = user;
  return { staff: { id, email, name, role, twoFactorEnabled, sessionId: session.id }, cookies };
}

/** Cookies that the response sets itself are not replaced: a session that has just ended must not come back. */
export function sendCookies(answer: Response, cookies: readonly string[]): void {
  const set = answer.headers.getSetCookie().map(nameOf);
  for (const cookie of cookies) {
    if (!set.includes(nameOf(cookie))) answer.headers.append('Set-Cookie', cookie);
  }
}

const nameOf = (cookie: string): string | undefined => cookie.split('=')[0];

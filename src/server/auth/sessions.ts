/** Who is signed in, asked of Better Auth at every request: a role taken away counts at once. */
import type { SignedInStaff } from '../../contract/accounts.ts';
import type { Auth } from './auth-env.ts';

export interface OpenSession {
  staff: SignedInStaff;
  /** To be sent back when the session was prolonged. */
  cookies: string[];
}

/** Null without a session, with one that is over, and for an account that has been disabled. */
export async function findSession({ betterAuth }: Auth, headers: Headers): Promise<OpenSession | null> {
  const cookie = headers.get('Cookie');
  if (cookie === null) return null;
  const found = await betterAuth.api.getSession({ headers: new Headers({ cookie }), returnHeaders: true });
  if (!found.response) return null;
  const { user, session } = found.response;
  if (user.disabled) {
    // It came into being while the account was being disabled; Better Auth would let it pass.
    const { internalAdapter } = await betterAuth.$context;
    await internalAdapter.deleteSession(session.token);
    return null;
  }
  return {
    staff: {
      id: user.id,
      email: user.email,
      name: user.name,
      role: user.role,
      twoFactorEnabled: Boolean(user.twoFactorEnabled),
      sessionId: session.id,
    },
    cookies: found.headers.getSetCookie(),
  };
}

/** What the answer says of a cookie itself stands: a session that was just replaced must not come back. */
export function sendCookies(answer: Response, cookies: readonly string[]): void {
  const set = answer.headers.getSetCookie().map(nameOf);
  for (const cookie of cookies) {
    if (!set.includes(nameOf(cookie))) answer.headers.append('Set-Cookie', cookie);
  }
}

const nameOf = (cookie: string): string | undefined => cookie.split('=')[0];

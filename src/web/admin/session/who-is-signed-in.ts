/** Who is signed in, asked so that "nobody" is an answer and not an error. */
import type { Me } from '../../../contract/users.ts';
import { send } from '../api/admin-api.ts';

export interface SignedIn {
  me: Me;
  /** Tells this session apart from the others of the same person. */
  sessionId: string;
}

export async function askWhoIsSignedIn(): Promise<SignedIn | null> {
  const found = await send<{ user: Me; session: { id: string } } | null>('GET', '/api/auth/get-session');
  if (!found) return null;
  const { id, email, name, role, twoFactorEnabled } = found.user;
  return {
    me: { id, email, name, role, twoFactorEnabled: Boolean(twoFactorEnabled) },
    sessionId: found.session.id,
  };
}

/** Who is signed in: fetched when the panel opens, and whenever that may have changed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Me } from '../../../contract/users.ts';
import { send } from '../api/admin-api.ts';
import type { SessionLoss } from './use-session-loss.ts';

interface SignedIn {
  me: Me;
  /** One person may have several sessions. */
  sessionId: string;
}

type SignInState = { kind: 'asking' | 'out' | 'unreachable' } | ({ kind: 'in' } & SignedIn);

export function useSignInState({ signInAgain, end }: Pick<SessionLoss, 'signInAgain' | 'end'>) {
  const [signInState, setSignInState] = useState<SignInState>({ kind: 'asking' });
  /** The person whose work is on the screen. */
  const known = useRef<SignedIn>(null);

  const settle = useCallback((found: SignedIn | null) => {
    known.current = found;
    setSignInState(found ? { kind: 'in', ...found } : { kind: 'out' });
  }, []);

  const ask = useCallback(async () => {
    try {
      settle(await fetchSignedIn());
    } catch {
      setSignInState({ kind: 'unreachable' });
    }
  }, [settle]);

  const checkSession = useCallback(async () => {
    const found = await fetchSignedIn().catch(() => undefined);
    // The server could not be reached: nothing is known to have changed.
    if (found === undefined) return;
    if (!known.current) settle(found);
    else if (!found) signInAgain().catch(() => {});
    // Another person has signed in: what the first one typed must not be sent in their name.
    else if (found.me.id !== known.current.me.id) {
      end('left');
      location.reload();
    } else {
      settle(found);
      end('signed-in');
    }
  }, [settle, signInAgain, end]);

  useEffect(() => void ask(), [ask]);

  const leave = useCallback(() => {
    end('left');
    settle(null);
  }, [end, settle]);

  return { signInState, ask, checkSession, leave };
}

async function fetchSignedIn(): Promise<SignedIn | null> {
  const found = await send<{ user: Me; session: { id: string } } | null>('GET', '/api/auth/get-session');
  if (!found) return null;
  const { id, email, name, role, twoFactorEnabled } = found.user;
  return {
    me: { id, email, name, role, twoFactorEnabled: Boolean(twoFactorEnabled) },
    sessionId: found.session.id,
  };
}

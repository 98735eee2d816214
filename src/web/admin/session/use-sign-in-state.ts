/** Whether somebody is signed in, and who; asked when the panel opens and whenever that may have changed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Me } from '../../../contract/users.ts';
import { send } from '../api/admin-api.ts';
import type { SessionLoss } from './use-session-loss.ts';

interface SignedIn {
  me: Me;
  /** Tells this session apart from the others of the same person. */
  sessionId: string;
}

type SignInState = { kind: 'asking' | 'out' | 'unreachable' } | ({ kind: 'in' } & SignedIn);

export function useSignInState({ signInAgain, end }: Pick<SessionLoss, 'signInAgain' | 'end'>) {
  const [signInState, setSignInState] = useState<SignInState>({ kind: 'asking' });
  /** Whose work is on the screen. */
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

  const lookAgain = useCallback(async () => {
    const found = await fetchSignedIn().catch(() => undefined);
    // Without an answer everything stays as it is.
    if (found === undefined) return;
    if (!known.current) settle(found);
    else if (!found) signInAgain().catch(() => {});
    // What the one typed must not be sent in the name of the other.
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

  return { signInState, ask, lookAgain, leave };
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

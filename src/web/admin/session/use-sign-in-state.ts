/** Where the panel stands with whoever sits before it, and how that changes. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { hearOtherTabs } from './other-tabs.ts';
import type { SessionLoss } from './use-session-loss.ts';
import { askWhoIsSignedIn, type SignedIn } from './who-is-signed-in.ts';

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
      settle(await askWhoIsSignedIn());
    } catch {
      setSignInState({ kind: 'unreachable' });
    }
  }, [settle]);

  const lookAgain = useCallback(async () => {
    const found = await askWhoIsSignedIn().catch(() => undefined);
    // Without an answer everything stays as it is.
    if (found === undefined) return;
    if (!known.current) settle(found);
    else if (!found) signInAgain().catch(() => {});
    // What the one typed is not to be sent in the name of the other.
    else if (found.me.id !== known.current.me.id) {
      end('left');
      location.reload();
    } else {
      settle(found);
      end('signed-in');
    }
  }, [settle, signInAgain, end]);

  useEffect(() => void ask(), [ask]);
  useEffect(() => hearOtherTabs(() => void lookAgain()), [lookAgain]);

  const leave = useCallback(() => {
    end('left');
    settle(null);
  }, [end, settle]);

  return { signInState, ask, lookAgain, leave };
}

/** Who is signed in. While nobody is, the panel shows the sign-in screen; if a session ends in the middle of work, a
 * dialog asks to sign in again and what was typed stays. */
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Me } from '../../../contract/users.ts';
import { ApiProblem } from '../../live/call-api.ts';
import { type AdminApi, createAdminApi, send } from '../data/admin-api.ts';
import { Waiting } from '../ui/waiting.tsx';
import { SessionLostDialog } from './session-lost-dialog.tsx';
import { SignInScreen } from './sign-in-screen.tsx';
import { Unreachable } from './unreachable.tsx';

interface Session {
  me: Me;
  api: AdminApi;
  signOut(): Promise<void>;
  /** After the person changed something about themselves. */
  refreshMe(): Promise<void>;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession must be used within a SessionGate');
  return session;
}

export const useApi = (): AdminApi => useSession().api;

type Standing = { kind: 'asking' } | { kind: 'out' } | { kind: 'unreachable' } | { kind: 'in'; me: Me };

const askWhoAmI = (): Promise<Me> => send<Me>('GET', '/api/admin/me');

export function SessionGate({ children }: { children: ReactNode }) {
  const [standing, setStanding] = useState<Standing>({ kind: 'asking' });
  const { isLost, signInAgain, endLoss } = useSessionLoss();
  const api = useMemo(() => createAdminApi(signInAgain), [signInAgain]);

  const ask = useCallback(async () => {
    try {
      setStanding({ kind: 'in', me: await askWhoAmI() });
    } catch (error) {
      const isSignedOut = error instanceof ApiProblem && error.problem.status === 401;
      setStanding({ kind: isSignedOut ? 'out' : 'unreachable' });
    }
  }, []);
  useEffect(() => void ask(), [ask]);

  const signOut = useCallback(async () => {
    await send('POST', '/api/auth/sign-out', { body: {} });
    setStanding({ kind: 'out' });
  }, []);

  const session = useMemo(
    () => (standing.kind === 'in' ? { me: standing.me, api, signOut, refreshMe: ask } : null),
    [standing, api, signOut, ask],
  );

  if (standing.kind === 'asking') return <Waiting label="Loading the panel" />;
  if (standing.kind === 'unreachable') return <Unreachable onRetry={ask} />;
  if (!session) return <SignInScreen onSignedIn={ask} />;
  return (
    <SessionContext value={session}>
      {children}
      <SessionLostDialog
        isOpen={isLost}
        email={session.me.email}
        onSignedIn={async () => {
          await ask();
          endLoss('signed-in');
        }}
        onLeave={() => {
          endLoss('left');
          setStanding({ kind: 'out' });
        }}
      />
    </SessionContext>
  );
}

/** All calls that find the session gone wait together for the one dialog. */
function useSessionLoss() {
  const [isLost, setLost] = useState(false);
  const waiting = useRef<PromiseWithResolvers<void> | null>(null);
  const signInAgain = useCallback(() => {
    waiting.current ??= Promise.withResolvers<void>();
    setLost(true);
    return waiting.current.promise;
  }, []);
  const endLoss = useCallback((how: 'signed-in' | 'left') => {
    setLost(false);
    if (how === 'signed-in') waiting.current?.resolve();
    else waiting.current?.reject(new Error('signed out'));
    waiting.current = null;
  }, []);
  return { isLost, signInAgain, endLoss };
}

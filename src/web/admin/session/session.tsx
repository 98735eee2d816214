/** Who is signed in. While nobody is, the panel shows the sign-in screen; if a session ends in the middle of work, a
 * dialog asks to sign in again and what was typed stays. */
import { createContext, type ReactNode, useCallback, useContext, useMemo } from 'react';
import type { Me } from '../../../contract/users.ts';
import { type AdminApi, createAdminApi, send } from '../api/admin-api.ts';
import { Waiting } from '../widgets/waiting.tsx';
import { tellOtherTabs } from './other-tabs.ts';
import { SessionLostDialog } from './session-lost-dialog.tsx';
import { SignInScreen } from './sign-in-screen.tsx';
import { Unreachable } from './unreachable.tsx';
import { useSessionLoss } from './use-session-loss.ts';
import { useSignInState } from './use-sign-in-state.ts';

interface Session {
  me: Me;
  /** Tells this session apart from the others of the same person. */
  sessionId: string;
  api: AdminApi;
  /** The session has ended, and a dialog asks to sign in again. */
  isLost: boolean;
  signOut(): Promise<void>;
  /** For when the session, or what it knows of the person, may have changed. */
  lookAgain(): Promise<void>;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession must be used within a SessionGate');
  return session;
}

export const useApi = (): AdminApi => useSession().api;

export function SessionGate({ children }: { children: ReactNode }) {
  const loss = useSessionLoss();
  const { signInState, ask, lookAgain, leave } = useSignInState(loss);
  const { isLost, visit } = loss;
  const api = useMemo(() => createAdminApi(visit), [visit]);
  const signOut = useCallback(async () => {
    await send('POST', '/api/auth/sign-out', { body: {} });
    leave();
    tellOtherTabs();
  }, [leave]);
  const session = useMemo(
    () => (signInState.kind === 'in' ? { ...signInState, api, isLost, signOut, lookAgain } : null),
    [signInState, api, isLost, signOut, lookAgain],
  );

  if (signInState.kind === 'asking') return <Opening />;
  if (signInState.kind === 'unreachable') return <Unreachable onRetry={ask} />;
  if (!session) return <SignInScreen onSignedIn={() => ask().then(tellOtherTabs)} />;
  return (
    <SessionContext value={session}>
      {children}
      <SessionLostDialog
        isOpen={isLost}
        email={session.me.email}
        onSignedIn={() => lookAgain().then(tellOtherTabs)}
        onLeave={leave}
      />
    </SessionContext>
  );
}

const Opening = () => (
  <>
    <Waiting label="Loading the panel" />
    <p className="script-free p-4 text-center">The admin panel needs JavaScript.</p>
  </>
);

/**
 * Provides the session. Without one the sign-in screen is shown; when a session ends during work, a dialog asks to sign
 * in again and everything that was typed stays.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import type { Me } from '../../../contract/users.ts';
import { MAIN_ACTION } from '../../components/control-classes.ts';
import { createRequiredContext } from '../../hooks/required-context.ts';
import { useRetry } from '../../hooks/use-retry.ts';
import { type AdminApi, createAdminApi, send } from '../api/admin-api.ts';
import { createQueryClient } from '../api/query-client.ts';
import { Waiting } from '../widgets/waiting.tsx';
import { readOwnEndpoint } from './own-push-endpoint.ts';
import { SessionLostDialog } from './session-lost-dialog.tsx';
import { SignInScreen } from './sign-in-screen.tsx';
import { useSessionLoss } from './use-session-loss.ts';
import { useSignInState } from './use-sign-in-state.ts';

interface Session {
  me: Me;
  sessionId: string;
  api: AdminApi;
  /** The session has ended, and the dialog is open. */
  isLost: boolean;
  signOut(): Promise<void>;
  /** Fetches who is signed in again. */
  checkSession(): Promise<void>;
}

/** The location state of the sign-in screen for somebody who goes there to log out; a foreign site cannot send it. */
export const SIGNING_OUT = 'signing-out';

const [SessionContext, useSession] = createRequiredContext<Session>('Session');

export { useSession };

export const useApi = (): AdminApi => useSession().api;

/** The next person at this device must not see them. If it fails, the account's own page still lists the device. */
async function stopAlertsHere(): Promise<void> {
  const endpoint = await readOwnEndpoint();
  if (endpoint === null) return;
  await send('DELETE', '/api/admin/me/alerts/devices', { body: { endpoint } }).catch(() => {});
}

export function SessionGate({ children }: { children: ReactNode }) {
  const loss = useSessionLoss();
  const { signInState, ask, checkSession, leave } = useSignInState(loss);
  const tellOtherTabs = useOtherTabs(checkSession);
  const { isLost, userSession } = loss;
  // Each person gets an own cache: nothing fetched by one is shown to the next.
  const { api, queryClient } = useMemo(
    () => ({ api: createAdminApi(userSession), queryClient: createQueryClient() }),
    [userSession],
  );
  const signOut = useCallback(async () => {
    await stopAlertsHere();
    await send('POST', '/api/auth/sign-out', { body: {} });
    leave();
    tellOtherTabs();
  }, [leave, tellOtherTabs]);
  const session = useMemo(
    () => (signInState.kind === 'in' ? { ...signInState, api, isLost, signOut, checkSession } : null),
    [signInState, api, isLost, signOut, checkSession],
  );

  if (signInState.kind === 'asking') return <Opening />;
  if (signInState.kind === 'unreachable') return <Unreachable onRetry={ask} />;
  return (
    <QueryClientProvider client={queryClient}>
      {session ? (
        <SessionContext value={session}>
          {children}
          <SessionLostDialog
            isOpen={isLost}
            email={session.me.email}
            onSignedIn={() => checkSession().then(tellOtherTabs)}
            onLeave={leave}
          />
        </SessionContext>
      ) : (
        <SignInScreen onSignedIn={() => ask().then(tellOtherTabs)} />
      )}
    </QueryClientProvider>
  );
}

/** Tabs of one browser share the session. Returns the function that tells the others when somebody has signed in or out. */
function useOtherTabs(onSessionChanged: () => void): () => void {
  const channel = useRef<BroadcastChannel>(null);
  const onMessage = useEffectEvent(onSessionChanged);
  useEffect(() => {
    const opened = new BroadcastChannel('session');
    opened.addEventListener('message', () => onMessage());
    channel.current = opened;
    return () => opened.close();
  }, []);
  return useCallback(() => channel.current?.postMessage('changed'), []);
}

const Opening = () => (
  <>
    <Waiting label="Loading the panel" />
    <p className="script-free p-4 text-center">The admin panel needs JavaScript.</p>
  </>
);

function Unreachable({ onRetry }: { onRetry(): Promise<void> }) {
  useRetry(true, onRetry);
  return (
    <main className="grid min-h-dvh place-items-center p-6 text-center">
      <div>
        <h1 className="text-2xl">The server is not responding</h1>
        <p className="mt-2 text-ink-soft">Nothing is lost. Check your connection and try again.</p>
        <button type="button" className={`${MAIN_ACTION} mt-6`} onClick={onRetry}>
          Try again
        </button>
      </div>
    </main>
  );
}

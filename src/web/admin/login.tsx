/** `/admin/login` for somebody who is signed in: on to the dashboard, unless they came here to log out. */
import { useEffect, useEffectEvent } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useDeletions } from './data/deletions.tsx';
import { LOGGING_OUT, useSession } from './session/session.tsx';
import { useReportedAction } from './widgets/use-reported-action.ts';
import { Waiting } from './widgets/waiting.tsx';

export default function Login() {
  return useLocation().state === LOGGING_OUT ? <LoggingOut /> : <Navigate to="/admin" replace />;
}

/** A place of its own, so that a screen with something unsaved can ask before it is left. */
function LoggingOut() {
  const { signOut } = useSession();
  const { finishAll } = useDeletions();
  const attempt = useReportedAction();
  const navigate = useNavigate();
  const logOut = useEffectEvent(async () => {
    // Whether they worked or not, the person wants to be logged out; what failed is still said on the sign-in screen.
    await finishAll();
    const isOut = await attempt(signOut, { failure: 'Logging out failed. Please try again.' });
    await navigate(isOut ? '/admin/login' : '/admin', { replace: true });
  });
  useEffect(() => void logOut(), []);
  return <Waiting label="Logging out" />;
}

/** `/admin/login` with a session: redirects to the dashboard, or logs out. */
import { useEffect, useEffectEvent } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useDeletions } from './data/deletions.tsx';
import { SIGNING_OUT, useSession } from './session/session.tsx';
import { useReport } from './widgets/use-reported-action.ts';
import { Waiting } from './widgets/waiting.tsx';

export default function Login() {
  return useLocation().state === SIGNING_OUT ? <SigningOut /> : <Navigate to="/admin" replace />;
}

/** Logging out is a navigation, so that a screen with unsaved work can ask first. */
function SigningOut() {
  const { signOut } = useSession();
  const { finishAll } = useDeletions();
  const report = useReport();
  const navigate = useNavigate();
  const logOut = useEffectEvent(async () => {
    // A deletion that fails does not keep the person signed in; its toast is still shown on the sign-in screen.
    await finishAll();
    const isOut = await report(signOut, { failure: 'Logging out failed. Please try again.' });
    await navigate(isOut ? '/admin/login' : '/admin', { replace: true });
  });
  useEffect(() => void logOut(), []);
  return <Waiting label="Logging out" />;
}

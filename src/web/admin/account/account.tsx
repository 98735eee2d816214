/** The screen of one's own account: password, second factor, alerts, sessions. */
import { useSession } from '../session/session.tsx';
import { ROLE_NAMES } from '../users/role-names.ts';
import { Badge } from '../widgets/badge.tsx';
import { Initial } from '../widgets/initial.tsx';
import { ScreenTitle } from '../widgets/screen-title.tsx';
import { Alerts } from './alerts.tsx';
import { ChangePassword } from './change-password.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { TwoFactor } from './two-factor.tsx';

export default function Account() {
  const { me, sessionId } = useSession();
  return (
    <>
      <ScreenTitle>Your account</ScreenTitle>
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Initial name={me.name} />
        <div className="min-w-0">
          <p className="text-lg leading-tight font-semibold">{me.name}</p>
          <p className="break-words text-ink-soft">{me.email}</p>
        </div>
        <Badge tone={me.role === 'admin' ? 'gold' : 'soft'}>{ROLE_NAMES[me.role]}</Badge>
      </div>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <ChangePassword />
        <TwoFactor />
        <Alerts />
        {/* A new password replaces the session, and with it the list. */}
        <OwnSessions key={sessionId} />
      </div>
    </>
  );
}

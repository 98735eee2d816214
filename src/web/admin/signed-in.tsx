/** Every screen that needs somebody signed in. */
import { Outlet } from 'react-router';
import { AdminLiveProvider } from './data/admin-live.tsx';
import { AdminFrame } from './frame/admin-frame.tsx';
import { SessionGate } from './session/session.tsx';

export default function SignedIn() {
  return (
    <SessionGate>
      <AdminLiveProvider>
        <AdminFrame>
          <Outlet />
        </AdminFrame>
      </AdminLiveProvider>
    </SessionGate>
  );
}

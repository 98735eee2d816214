/** Every screen that needs somebody signed in. */
import { Outlet } from 'react-router';
import { AdminLiveProvider } from './data/admin-live.tsx';
import { DeletionsProvider } from './data/deletions.tsx';
import { UnsavedWorkProvider } from './forms/unsaved-work.tsx';
import { AdminFrame } from './frame/admin-frame.tsx';
import { SessionGate } from './session/session.tsx';

export default function SignedIn() {
  return (
    <SessionGate>
      <AdminLiveProvider>
        <DeletionsProvider>
          <UnsavedWorkProvider>
            <AdminFrame>
              <Outlet />
            </AdminFrame>
          </UnsavedWorkProvider>
        </DeletionsProvider>
      </AdminLiveProvider>
    </SessionGate>
  );
}

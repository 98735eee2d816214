/** The layout route of all screens that need a session. */
import { Outlet } from 'react-router';
import { DeletionsProvider } from './data/deletions.tsx';
import { AdminFrame } from './frame/admin-frame.tsx';
import { KeysProvider } from './keys/keys.tsx';
import { SessionGate } from './session/session.tsx';

export default function SignedIn() {
  return (
    <SessionGate>
      <DeletionsProvider>
        <KeysProvider>
          <AdminFrame>
            <Outlet />
          </AdminFrame>
        </KeysProvider>
      </DeletionsProvider>
    </SessionGate>
  );
}

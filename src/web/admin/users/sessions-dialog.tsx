/** The dialog in which an Admin sees and ends the sessions of an account. */
import type { StaffSession } from '../../../contract/accounts.ts';
import type { Staff } from '../../../contract/users.ts';
import { ACTION } from '../../components/control-classes.ts';
import { useInvalidation } from '../api/query-client.ts';
import { useAdminQuery } from '../data/queries.ts';
import { QueryView } from '../lists/query-view.tsx';
import { useSession } from '../session/session.tsx';
import { SessionList } from '../session/session-list.tsx';
import { useConfirm } from '../widgets/confirm.tsx';
import { Dialog } from '../widgets/dialog.tsx';
import { useReport } from '../widgets/use-reported-action.ts';

const FAILURE = 'Error ending session. Please try again.';

interface SessionsDialogProps {
  user: Staff;
  onClose(): void;
}

export function SessionsDialog({ user, onClose }: SessionsDialogProps) {
  const { me, api, sessionId } = useSession();
  const report = useReport();
  const confirm = useConfirm();
  const path = `/api/admin/users/${user.id}/sessions`;
  const invalidate = useInvalidation();
  const query = useAdminQuery<{ items: StaffSession[] }>(path, ['users']);

  async function endOne(id: string): Promise<void> {
    await report(() => api.delete(`${path}/${id}`), { success: 'The session is ended.', failure: FAILURE });
    await invalidate('users');
  }

  async function endAll(): Promise<void> {
    const isSure = await confirm({
      title: `Sign ${user.name} out everywhere?`,
      text: 'They can sign in again with their password. What they have not saved may be lost.',
      action: 'End all sessions',
    });
    if (!isSure) return;
    await report(() => api.delete(path), { success: 'All sessions are ended.', failure: FAILURE });
    await invalidate('users');
  }

  return (
    <Dialog isOpen onClose={onClose} title={`Sessions of ${user.name}`}>
      <QueryView query={query} label="Loading sessions" rows={2}>
        {({ items }) => (
          <>
            {items.length === 0 && <p className="text-ink-soft">{user.name} is not signed in anywhere.</p>}
            <SessionList sessions={items} ownId={sessionId} onEnd={({ id }) => endOne(id)} />
            {items.length > 1 && user.id !== me.id && (
              <button type="button" className={`${ACTION} mt-4 w-full`} onClick={endAll}>
                End all sessions
              </button>
            )}
          </>
        )}
      </QueryView>
    </Dialog>
  );
}

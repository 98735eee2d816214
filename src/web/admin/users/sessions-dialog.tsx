/** Where an account is signed in, for an Admin who wants to end that. */
import type { StaffSession } from '../../../contract/accounts.ts';
import type { Staff } from '../../../contract/users.ts';
import { ACTION } from '../../components/actions.ts';
import { useQuery } from '../data/use-query.ts';
import { ListSkeleton, LoadProblem } from '../lists/query-state.tsx';
import { useSession } from '../session/session.tsx';
import { SessionList } from '../session/session-list.tsx';
import { useConfirm } from '../widgets/confirm.tsx';
import { Dialog } from '../widgets/dialog.tsx';
import { useReportedAction } from '../widgets/use-reported-action.ts';

const FAILURE = 'Error ending session. Please try again.';

interface SessionsDialogProps {
  user: Staff;
  onClose(): void;
}

export function SessionsDialog({ user, onClose }: SessionsDialogProps) {
  const { me, api, sessionId } = useSession();
  const attempt = useReportedAction();
  const confirm = useConfirm();
  const path = `/api/admin/users/${user.id}/sessions`;
  const { data, error, refetch } = useQuery<{ items: StaffSession[] }>(path);

  async function endOne(id: string): Promise<void> {
    await attempt(() => api.delete(`${path}/${id}`), { success: 'The session is ended.', failure: FAILURE });
    await refetch();
  }

  async function endAll(): Promise<void> {
    const isSure = await confirm({
      title: `Sign ${user.name} out everywhere?`,
      text: 'They can sign in again with their password. What they have not saved may be lost.',
      action: 'End all sessions',
    });
    if (!isSure) return;
    await attempt(() => api.delete(path), { success: 'All sessions are ended.', failure: FAILURE });
    await refetch();
  }

  return (
    <Dialog isOpen onClose={onClose} title={`Sessions of ${user.name}`}>
      {error && <LoadProblem hasData={data !== undefined} onRetry={refetch} />}
      {!data && !error && <ListSkeleton label="Loading sessions" rows={2} />}
      {data?.items.length === 0 && <p className="text-ink-soft">{user.name} is not signed in anywhere.</p>}
      {data && <SessionList sessions={data.items} ownId={sessionId} onEnd={({ id }) => endOne(id)} />}
      {data && data.items.length > 1 && user.id !== me.id && (
        <button type="button" className={`${ACTION} mt-4 w-full`} onClick={endAll}>
          End all sessions
        </button>
      )}
    </Dialog>
  );
}

/** The sessions of one's own account. */
import { ACTION } from '../../components/control-classes.ts';
import { useInvalidation } from '../api/query-client.ts';
import { useAdminQuery } from '../data/queries.ts';
import { QueryView } from '../lists/query-view.tsx';
import { useSession } from '../session/session.tsx';
import { SessionList } from '../session/session-list.tsx';
import { Panel } from '../widgets/panel.tsx';
import { useReport } from '../widgets/use-reported-action.ts';

/** As Better Auth returns it. */
interface OwnSession {
  id: string;
  token: string;
  createdAt: string;
  updatedAt: string;
  ipAddress: string | null;
  userAgent: string | null;
}

export function OwnSessions() {
  const { api, sessionId } = useSession();
  const report = useReport();
  const invalidate = useInvalidation();
  const query = useAdminQuery<OwnSession[]>('/api/auth/list-sessions', ['activity']);
  const others = query.data?.filter(({ id }) => id !== sessionId) ?? [];

  async function end(path: string, body: object, success: string): Promise<void> {
    await report(() => api.post(path, { body }), {
      success,
      failure: 'Error ending session. Please try again.',
    });
    await invalidate('activity');
  }

  return (
    <Panel
      title="Sessions"
      className="xl:col-span-2"
      actions={
        others.length > 0 && (
          <button
            type="button"
            className={ACTION}
            onClick={() => end('/api/auth/revoke-other-sessions', {}, 'All other sessions are ended.')}
          >
            End all others
          </button>
        )
      }
    >
      <QueryView query={query} label="Loading sessions" rows={2}>
        {(sessions) => (
          <SessionList
            sessions={sessions.map(toListed)}
            ownId={sessionId}
            onEnd={({ id }) => {
              const token = sessions.find((session) => session.id === id)?.token;
              void end('/api/auth/revoke-session', { token }, 'The session is ended.');
            }}
          />
        )}
      </QueryView>
    </Panel>
  );
}

const toListed = ({ id, createdAt, updatedAt, ipAddress, userAgent }: OwnSession) => ({
  id,
  createdAt,
  lastUsedAt: updatedAt,
  address: ipAddress || null,
  userAgent: userAgent || null,
});

/** The sessions of an account, each with a button that ends it. */
import { ACTION } from '../../components/control-classes.ts';
import { clockTime, dayOf, longDate } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { Badge } from '../widgets/badge.tsx';
import { DeviceIcon } from '../widgets/panel-icons.tsx';
import { nameDevice } from './device-name.ts';

interface ListedSession {
  id: string;
  createdAt: string;
  lastUsedAt: string;
  address: string | null;
  userAgent: string | null;
}

interface SessionListProps {
  sessions: readonly ListedSession[];
  /** The session of the person who sees this list. */
  ownId: string;
  onEnd(session: ListedSession): void;
}

export const SessionList = ({ sessions, ownId, onEnd }: SessionListProps) => (
  <ul className="divide-y divide-thread">
    {sessions.map((session) => (
      <SessionItem
        key={session.id}
        session={session}
        isOwn={session.id === ownId}
        onEnd={() => onEnd(session)}
      />
    ))}
  </ul>
);

interface SessionItemProps {
  session: ListedSession;
  isOwn: boolean;
  onEnd(): void;
}

function SessionItem({ session, isOwn, onEnd }: SessionItemProps) {
  const messages = useMessages();
  const device = nameDevice(session.userAgent);
  const since = `${longDate(dayOf(session.createdAt), messages)}, ${clockTime(session.createdAt)}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <span className="text-gold-ink">
        <DeviceIcon />
      </span>
      <div className="min-w-0 grow basis-48">
        <p className="font-semibold">{device}</p>
        <p className="text-sm text-ink-soft">
          Signed in {since} IST{session.address && `, from ${session.address}`}. Used on{' '}
          {longDate(dayOf(session.lastUsedAt), messages)}.
        </p>
      </div>
      {isOwn ? (
        <Badge tone="palm">This session</Badge>
      ) : (
        <button
          type="button"
          className={ACTION}
          aria-label={`End session: ${device}, ${since}`}
          onClick={onEnd}
        >
          End
        </button>
      )}
    </li>
  );
}

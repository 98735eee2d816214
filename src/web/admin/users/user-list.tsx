/** The list of accounts, each with its menu of actions. */
import { useState } from 'react';
import type { ListedStaff } from '../../../contract/users.ts';
import { dayOf, longDate } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useSession } from '../session/session.tsx';
import { Badge } from '../widgets/badge.tsx';
import { Initial } from '../widgets/initial.tsx';
import { ShieldIcon } from '../widgets/panel-icons.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { ROLE_NAMES } from './role-names.ts';
import { SessionsDialog } from './sessions-dialog.tsx';
import { UserMenu } from './user-menu.tsx';
import { stateOf } from './user-state.ts';

interface UserListProps {
  users: readonly ListedStaff[];
  onChanged(): Promise<void>;
}

export function UserList({ users, onChanged }: UserListProps) {
  const [edited, setEdited] = useState<ListedStaff | null>(null);
  const [sessionsOf, setSessionsOf] = useState<ListedStaff | null>(null);
  return (
    <>
      <ul className="space-y-3">
        {users.map((user) => (
          <li
            key={user.id}
            className="thread-edge flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-cloth p-4"
          >
            <Person user={user} />
            <div className="ml-auto">
              <UserMenu
                user={user}
                onEdit={() => setEdited(user)}
                onShowSessions={() => setSessionsOf(user)}
                onChanged={onChanged}
              />
            </div>
          </li>
        ))}
      </ul>
      {edited && <EditUserDialog user={edited} onClosed={() => setEdited(null)} onChanged={onChanged} />}
      {sessionsOf && <SessionsDialog user={sessionsOf} onClose={() => setSessionsOf(null)} />}
    </>
  );
}

function Person({ user }: { user: ListedStaff }) {
  const messages = useMessages();
  const { me } = useSession();
  const state = stateOf(user);
  return (
    <>
      <Initial name={user.name} />
      <div className="min-w-0 grow basis-52">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          {user.name}
          {user.id === me.id && <span className="font-medium text-ink-soft">(you)</span>}
        </p>
        <p className="break-words text-ink-soft">{user.email}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={user.role === 'admin' ? 'gold' : 'soft'}>{ROLE_NAMES[user.role]}</Badge>
        {state === 'invited' && <Badge tone="soft">Invited</Badge>}
        {state === 'disabled' && <Badge tone="ember">Disabled</Badge>}
        {user.twoFactorEnabled && (
          <Badge tone="palm">
            <ShieldIcon />
            Two-factor
          </Badge>
        )}
      </div>
      <p className="text-sm text-ink-soft">Added {longDate(dayOf(user.createdAt), messages)}</p>
    </>
  );
}

/** The menu of actions of an account. */
import type { ListedStaff } from '../../../contract/users.ts';
import { ACTION } from '../../components/control-classes.ts';
import { MoreMenu, MoreMenuItem } from '../widgets/more-menu.tsx';
import { useUserActions } from './use-user-actions.ts';
import { stateOf } from './user-state.ts';

interface UserMenuProps {
  user: ListedStaff;
  onEdit(): void;
  onShowSessions(): void;
  onChanged(): Promise<void>;
}

export function UserMenu({ user, onEdit, onShowSessions, onChanged }: UserMenuProps) {
  const actions = useUserActions(user, onChanged);
  const state = stateOf(user);
  return (
    <div className="flex items-center gap-1">
      <button type="button" className={ACTION} aria-label={`Edit ${user.name}`} onClick={onEdit}>
        Edit
      </button>
      <MoreMenu name={user.name}>
        <MoreMenuItem onChoose={onShowSessions}>Sessions…</MoreMenuItem>
        {state === 'invited' && <MoreMenuItem onChoose={actions.inviteAgain}>Invite again</MoreMenuItem>}
        {user.twoFactorEnabled && (
          <MoreMenuItem onChoose={actions.resetTwoFactor}>Reset two-factor…</MoreMenuItem>
        )}
        {state === 'disabled' ? (
          <MoreMenuItem onChoose={actions.enable}>Enable</MoreMenuItem>
        ) : (
          <MoreMenuItem onChoose={actions.disable}>Disable…</MoreMenuItem>
        )}
        <MoreMenuItem onChoose={actions.remove}>Delete…</MoreMenuItem>
      </MoreMenu>
    </div>
  );
}

/** The menu of actions of an account. */
import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useRef } from 'react';
import type { ListedStaff } from '../../../contract/users.ts';
import { ACTION } from '../../components/actions.ts';
import { SWITCH } from '../../components/switches.tsx';
import { MoreIcon } from '../widgets/panel-icons.tsx';
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
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} className="flex items-center gap-1">
      <button type="button" className={ACTION} aria-label={`Edit ${user.name}`} onClick={onEdit}>
        Edit
      </button>
      <Menu.Root>
        <Menu.Trigger aria-label={`More for ${user.name}`} className={SWITCH}>
          <MoreIcon />
        </Menu.Trigger>
        {/* Inside the list, where those who go from landmark to landmark find it. */}
        <Menu.Portal container={place}>
          <Menu.Positioner side="bottom" align="end" sideOffset={4} className="z-40">
            <Menu.Popup className="thread-edge min-w-56 rounded-card bg-cloth p-1.5 text-ink shadow-card transition-opacity duration-150 outline-none data-ending-style:opacity-0 data-starting-style:opacity-0">
              <MenuItem onChoose={onShowSessions}>Sessions…</MenuItem>
              {state === 'invited' && <MenuItem onChoose={actions.inviteAgain}>Invite again</MenuItem>}
              {user.twoFactorEnabled && (
                <MenuItem onChoose={actions.resetTwoFactor}>Reset two-factor…</MenuItem>
              )}
              {state === 'disabled' ? (
                <MenuItem onChoose={actions.enable}>Enable</MenuItem>
              ) : (
                <MenuItem onChoose={actions.disable}>Disable…</MenuItem>
              )}
              <MenuItem onChoose={actions.remove}>Delete…</MenuItem>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </div>
  );
}

const MenuItem = ({ onChoose, children }: { onChoose(): void; children: ReactNode }) => (
  <Menu.Item
    onClick={onChoose}
    className="flex min-h-11 cursor-pointer items-center rounded-control px-3 font-semibold outline-none select-none data-highlighted:bg-maroon data-highlighted:text-on-strong"
  >
    {children}
  </Menu.Item>
);

/** The side menu: the screens, the own account, and Log out. */
import { Link, NavLink, useNavigate } from 'react-router';
import { Emblem } from '../../components/emblem.tsx';
import { ThemeSwitch } from '../../components/switches.tsx';
import { useMessages } from '../../i18n/i18n.tsx';
import { useKeys } from '../keys/keys.tsx';
import { SIGNING_OUT, useSession } from '../session/session.tsx';
import { ROLE_NAMES } from '../users/role-names.ts';
import { Initial } from '../widgets/initial.tsx';
import { KeysIcon, LogOutIcon } from '../widgets/panel-icons.tsx';
import { MenuBadge, useMenuBadges } from './menu-badges.tsx';
import { screensFor } from './screens.ts';

const ITEM =
  'group relative flex min-h-11 items-center gap-3 rounded-control px-3 font-semibold text-ink-soft transition-colors hover:bg-ground hover:text-maroon aria-[current=page]:bg-maroon aria-[current=page]:text-on-strong';

/** The code of all screens is prefetched, so that they open even while the server does not respond. */
export function SideMenu({ onChoose }: { onChoose?: () => void }) {
  const { productName } = useMessages();
  const { me } = useSession();
  const keys = useKeys();
  const badges = useMenuBadges();
  const navigate = useNavigate();
  return (
    // On a phone, toasts cover the lower edge: Log out must not be under them.
    <div className="flex min-h-full flex-col gap-3 p-3 max-lg:pb-[calc(7rem+var(--toast-space,0px))]">
      <Link
        to="/"
        className="kasavu-bottom relative -mx-3 -mt-3 flex h-header items-center gap-2.5 px-5 pb-1.5 text-lg font-bold hover:text-maroon"
      >
        <Emblem className="size-9 text-gold" />
        {productName}
      </Link>
      <nav aria-label="Admin" className="grow">
        <ul className="space-y-1">
          {screensFor(me.role).map(({ path, label, Icon }) => (
            <li key={path}>
              <NavLink
                to={path}
                end={path === '/admin'}
                prefetch="render"
                onClick={onChoose}
                className={ITEM}
              >
                <Icon />
                {label}
                <MenuBadge badge={badges[path]} />
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="border-t border-thread pt-3">
        <div className="flex items-center gap-1">
          <NavLink
            to="/admin/account"
            onClick={onChoose}
            title="Your account"
            className={`${ITEM} min-w-0 grow py-1.5`}
          >
            <Initial name={me.name} />
            <span className="min-w-0">
              <span className="block truncate leading-tight">{me.name}</span>
              <span className="block text-sm leading-tight font-medium">{ROLE_NAMES[me.role]}</span>
            </span>
          </NavLink>
          <ThemeSwitch />
        </div>
        <button type="button" aria-keyshortcuts="?" className={`${ITEM} mt-1 w-full`} onClick={keys.showList}>
          <KeysIcon />
          Keys
        </button>
        <button
          type="button"
          className={`${ITEM} mt-1 w-full`}
          onClick={() => {
            onChoose?.();
            void navigate('/admin/login', { state: SIGNING_OUT });
          }}
        >
          <LogOutIcon />
          Log out
        </button>
      </div>
    </div>
  );
}

/** The side menu: the screens, who is signed in, and the way out. */
import { Link, NavLink } from 'react-router';
import { Emblem } from '../../components/emblem.tsx';
import { ThemeSwitch } from '../../components/switches.tsx';
import { useMessages } from '../../i18n/i18n.tsx';
import { useSession } from '../session/session.tsx';
import { useAttempt } from '../ui/use-attempt.ts';
import { screensFor } from './screens.ts';

const ROLE_NAMES = { admin: 'Admin', editor: 'Editor' } as const;

export function SideMenu({ onChoose }: { onChoose?: () => void }) {
  const { productName } = useMessages();
  const { me, signOut } = useSession();
  const attempt = useAttempt();
  return (
    <div className="flex h-full flex-col gap-2 p-4">
      <Link to="/" className="flex min-h-11 items-center gap-2.5 font-bold">
        <Emblem className="size-8 text-gold" />
        {productName}
      </Link>
      <nav aria-label="Admin" className="mt-2 grow">
        <ul className="space-y-1">
          {screensFor(me.role).map(({ path, label }) => (
            <li key={path}>
              <NavLink
                to={path}
                end={path === '/admin'}
                onClick={onChoose}
                className="flex min-h-11 items-center rounded-control px-3 font-semibold hover:bg-ground aria-[current=page]:bg-maroon aria-[current=page]:text-on-strong"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="border-t border-thread pt-3">
        <div className="flex items-center justify-between gap-2">
          <Link
            to="/admin/account"
            onClick={onChoose}
            className="min-w-0 rounded-control py-1 hover:text-maroon"
          >
            <span className="block truncate font-semibold">{me.name}</span>
            <span className="block text-sm text-ink-soft">{ROLE_NAMES[me.role]}</span>
          </Link>
          <ThemeSwitch />
        </div>
        <button
          type="button"
          className="mt-1 flex min-h-11 w-full items-center rounded-control px-3 font-semibold text-maroon hover:bg-ground"
          onClick={() => attempt(signOut, { failure: 'Signing out failed. Please try again.' })}
        >
          Log out
        </button>
      </div>
    </div>
  );
}

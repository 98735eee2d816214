/** The fixed header: emblem and name, navigation, switches, and the menu for narrow screens. */
import { Link, NavLink } from 'react-router';
import { useMessages, usePathIn } from '../i18n/i18n.tsx';
import { Emblem } from './emblem.tsx';
import { MenuSheet } from './menu-sheet.tsx';
import { navItems } from './nav-links.ts';
import { NavigationProgress } from './navigation-progress.tsx';
import { LanguageSwitch, SoundSwitch, ThemeSwitch } from './switches.tsx';

function Brand() {
  const pathTo = usePathIn();
  const { productName } = useMessages();
  return (
    <Link to={pathTo('/')} className="flex min-h-11 items-center gap-2 rounded-control sm:gap-2.5">
      <Emblem className="size-9 text-gold" />
      <span className="leading-tight font-bold min-[22rem]:whitespace-nowrap sm:text-xl">{productName}</span>
    </Link>
  );
}

function Navigation() {
  const messages = useMessages();
  const pathTo = usePathIn();
  return (
    <nav aria-label={messages.nav.label} className="hidden lg:block">
      <ul className="flex">
        {navItems(messages).map(({ path, label }) => (
          <li key={path}>
            <NavLink
              to={pathTo(path)}
              end={path === '/'}
              className="relative flex h-11 items-center px-3.5 font-semibold text-ink-soft transition-colors after:absolute after:inset-x-3.5 after:bottom-1 after:h-0.5 after:scale-x-0 after:bg-maroon after:transition-transform hover:text-maroon aria-[current=page]:text-maroon aria-[current=page]:after:scale-x-100"
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** `isLoading`: whether the code of the next page is loading, which the router does not report. */
export function Header({ isLoading }: { isLoading: boolean }) {
  return (
    <header className="screen-only kasavu-bottom fixed inset-x-0 top-0 z-40 h-header bg-cloth">
      <div className="mx-auto flex h-full max-w-page items-center px-4 pb-1.5 sm:gap-1 sm:px-6">
        <Brand />
        <div className="grow" />
        <Navigation />
        <LanguageSwitch />
        <SoundSwitch />
        <div className="hidden sm:block">
          <ThemeSwitch />
        </div>
        <div className="lg:hidden">
          <MenuSheet />
        </div>
      </div>
      <NavigationProgress isLoading={isLoading} />
    </header>
  );
}

/**
 * The menu of narrow screens, a sheet of full height. While it is open the address ends in `#menu`, so that the back
 * gesture closes it in every browser. The native dialog handles Escape and focus.
 */
import { useEffect, useRef } from 'react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { useMessages, usePathIn } from '../i18n/i18n.tsx';
import { Emblem } from './emblem.tsx';
import { CloseIcon, MenuIcon } from './icons.tsx';
import { FOOTER_PAGES, navItems } from './nav-links.ts';
import { ICON_BUTTON, ThemeSwitch } from './switches.tsx';

const MENU = '#menu';

function useMenu() {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { hash, search, key } = useLocation();
  const isOpen = hash === MENU;

  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen) dialog.current?.close();
  }, [isOpen]);

  return {
    dialog,
    open: () => navigate({ search, hash: MENU }, { preventScrollReset: true }),
    /** Called whenever the dialog has closed; updates the address. */
    onClosed() {
      if (!isOpen) return;
      // On the first page of a visit, going back would leave the site.
      if (key === 'default') void navigate({ search }, { replace: true, preventScrollReset: true });
      else void navigate(-1);
    },
  };
}

export function MenuSheet() {
  const messages = useMessages();
  const pathTo = usePathIn();
  const { dialog, open, onClosed } = useMenu();
  const { header, nav, productName } = messages;
  return (
    <>
      <button
        type="button"
        className={`${ICON_BUTTON} script-only`}
        aria-haspopup="dialog"
        aria-label={header.openMenu}
        onClick={open}
      >
        <MenuIcon />
      </button>
      {/* Without scripts, the links of the footer replace the menu. */}
      <a href={`#${FOOTER_PAGES}`} aria-label={header.menu} className={`${ICON_BUTTON} script-free`}>
        <MenuIcon />
      </a>
      <dialog
        ref={dialog}
        aria-label={header.menu}
        onClose={onClosed}
        className="menu-sheet bg-cloth text-ink"
      >
        <div className="kasavu-bottom relative flex h-header items-center justify-between px-4 pb-1.5">
          <span className="flex items-center gap-2.5">
            <Emblem className="size-9 text-gold" />
            <span className="text-lg font-bold">{productName}</span>
          </span>
          <button
            type="button"
            className={ICON_BUTTON}
            aria-label={header.closeMenu}
            onClick={() => dialog.current?.close()}
          >
            <CloseIcon />
          </button>
        </div>
        <nav aria-label={nav.label} className="px-4 py-3">
          <ul>
            {navItems(messages).map(({ path, label }) => (
              <li key={path} className="border-b border-thread">
                {/* Replaces the history entry of the menu, so that back leads to the previous page. */}
                <NavLink
                  to={pathTo(path)}
                  end={path === '/'}
                  replace
                  className="flex min-h-14 items-center text-xl font-semibold aria-[current=page]:text-maroon"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="flex items-center justify-between px-4 sm:hidden">
          <span className="text-ink-soft">{header.darkMode}</span>
          <ThemeSwitch />
        </div>
        <Emblem className="menu-ornament text-gold" />
      </dialog>
    </>
  );
}

/** The side menu on narrow screens, as a dialog. */
import { Dialog } from '@base-ui/react/dialog';
import { type RefObject, useRef, useState } from 'react';
import { CloseIcon, MenuIcon } from '../../components/icons.tsx';
import { ICON_BUTTON } from '../../components/switches.tsx';
import { useMenuBadges } from './menu-badges.tsx';
import { SideMenu } from './side-menu.tsx';

export function MobileMenu({ content }: { content: RefObject<HTMLElement | null> }) {
  const [isOpen, setOpen] = useState(false);
  const hasChosen = useRef(false);
  const choose = () => {
    hasChosen.current = true;
    setOpen(false);
  };
  const change = (open: boolean) => {
    hasChosen.current = false;
    setOpen(open);
  };
  const takeFocus = (open: boolean) => {
    if (!open && hasChosen.current) content.current?.focus({ preventScroll: true });
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={change} onOpenChangeComplete={takeFocus}>
      <Dialog.Trigger aria-label="Open menu" className={`${ICON_BUTTON} relative`}>
        <MenuIcon />
        <MenuMark />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-ink/40 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 dark:bg-ground/70" />
        <Dialog.Popup
          finalFocus={() => !hasChosen.current}
          className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] overflow-y-auto bg-cloth text-ink shadow-card transition-transform duration-200 data-ending-style:-translate-x-full data-starting-style:-translate-x-full"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <SideMenu onChoose={choose} />
          <Dialog.Close aria-label="Close menu" className={`${ICON_BUTTON} absolute top-2.5 right-2`}>
            <CloseIcon />
          </Dialog.Close>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The menu is closed, so its button shows that there are badges in it; screen readers find them in the menu. */
function MenuMark() {
  const badges = Object.values(useMenuBadges()).flatMap((badge) => (badge?.count ? [badge] : []));
  if (badges.length === 0) return null;
  const tone = badges.some(({ isUrgent }) => isUrgent) ? 'bg-ember' : 'bg-gold';
  return <span aria-hidden="true" className={`absolute top-2 right-1.5 size-2.5 rounded-full ${tone}`} />;
}

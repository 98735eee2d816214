/** What stands around every screen of the panel: the side menu, on a phone as a sheet, and the state of the connection. */
import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useState } from 'react';
import { CloseIcon, MenuIcon } from '../../components/icons.tsx';
import { useAdminLive } from '../data/admin-live.tsx';
import { SideMenu } from './side-menu.tsx';

const ICON_BUTTON =
  'grid size-11 place-items-center rounded-control text-ink-soft hover:bg-ground hover:text-maroon';

export function AdminFrame({ children }: { children: ReactNode }) {
  const { isLost } = useAdminLive();
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15rem_1fr]">
      <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-r border-thread bg-cloth lg:block">
        <SideMenu />
      </aside>
      <div className="min-w-0">
        <header className="kasavu-bottom sticky top-0 z-30 flex h-header items-center bg-cloth px-3 pb-1.5 lg:hidden">
          <MenuSheet />
        </header>
        {isLost && (
          <p role="status" className="border-b-2 border-ember bg-cloth px-4 py-2 font-semibold text-ember">
            Connection lost: what you see may be old. Reconnecting…
          </p>
        )}
        <main className="mx-auto w-full max-w-page p-4 sm:p-6">{children}</main>
      </div>
    </div>
  );
}

function MenuSheet() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger aria-label="Open menu" className={ICON_BUTTON}>
        <MenuIcon />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-ink/40 dark:bg-ground/70" />
        <Dialog.Popup className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] overflow-y-auto bg-cloth text-ink shadow-card transition-transform duration-200 data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <Dialog.Close aria-label="Close menu" className={`${ICON_BUTTON} absolute top-3 right-3`}>
            <CloseIcon />
          </Dialog.Close>
          <SideMenu onChoose={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

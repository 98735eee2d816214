/** The layout around every screen of the panel: the menu, the bar of maintenance and the notice of a lost connection. */
import { type ReactNode, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { ACTION } from '../../components/control-classes.ts';
import { Emblem } from '../../components/emblem.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { NavigationProgress } from '../../components/navigation-progress.tsx';
import { useFocusAfterNavigation } from '../../hooks/use-focus-after-navigation.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { MaintenanceAction } from '../attention/attention-action.tsx';
import { useAttentionItems } from '../attention/use-attention.ts';
import { useSession } from '../session/session.tsx';
import { WarningIcon } from '../widgets/panel-icons.tsx';
import { ScreenTitle } from '../widgets/screen-title.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { findForbidden } from './screens.ts';
import { SideMenu } from './side-menu.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';

const CONTENT = 'content';

export function AdminFrame({ children }: { children: ReactNode }) {
  const { productName } = useMessages();
  const { me } = useSession();
  const { pathname } = useLocation();
  const content = useRef<HTMLElement>(null);
  useFocusAfterNavigation(content);
  useLeaveGuard();
  const forbidden = findForbidden(pathname, me.role);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[16rem_1fr]">
      <a
        href={`#${CONTENT}`}
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-maroon px-4 py-3 font-semibold text-on-strong focus:translate-y-0"
      >
        Skip to the content
      </a>
      <aside className="sticky top-0 hidden h-dvh overflow-y-auto border-r border-thread bg-cloth lg:block">
        <SideMenu />
      </aside>
      <div className="min-w-0">
        <header className="kasavu-bottom sticky top-0 z-30 flex h-header items-center gap-1 bg-cloth px-2 pb-1.5 lg:hidden">
          <MobileMenu content={content} />
          <Emblem className="size-8 text-gold" />
          <span className="ml-1.5 text-lg font-bold">{productName}</span>
        </header>
        <div className="sticky top-header z-30 lg:top-0">
          <NavigationProgress />
        </div>
        <ConnectionNotice />
        <MaintenanceBar />
        <main
          ref={content}
          id={CONTENT}
          tabIndex={-1}
          className="mx-auto w-full max-w-page p-4 outline-none max-lg:pb-40 sm:p-6 lg:p-8"
        >
          {forbidden ? <NotAllowed screen={forbidden.label} /> : children}
        </main>
        {/* Toasts cover the lower edge: this lets one scroll what is under them into view. */}
        <div aria-hidden className="h-(--toast-space,0px)" />
      </div>
    </div>
  );
}

/** On every screen, so that maintenance mode is not forgotten. */
function MaintenanceBar() {
  const { me } = useSession();
  const isOn = useAttentionItems().some(({ kind }) => kind === 'maintenance');
  if (!isOn) return null;
  return (
    <section
      aria-label="Maintenance"
      className="z-20 flex items-center justify-between gap-x-4 border-b-2 border-ember bg-cloth px-4 py-2 sm:px-6 lg:sticky lg:top-0 lg:px-8"
    >
      <p className="flex items-center gap-2.5 font-semibold text-ember">
        <WarningIcon />
        Maintenance is on: visitors cannot see the site.
      </p>
      {me.role === 'admin' && <MaintenanceAction />}
    </section>
  );
}

function NotAllowed({ screen }: { screen: string }) {
  return (
    <>
      <ScreenTitle>{screen}</ScreenTitle>
      <EmptyState
        title="This screen is for Admins"
        text="Your account is an Editor’s, which may not use it. Ask an Admin if something here should change."
      >
        <Link to="/admin" className={ACTION}>
          Go to the dashboard
        </Link>
      </EmptyState>
    </>
  );
}

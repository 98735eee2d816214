/** The root of the panel: English, never cached, not indexed by search engines. */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Outlet } from 'react-router';
import { MAIN_ACTION } from '../components/control-classes.ts';
import type { PageKind } from '../hooks/page-kind.ts';
import { en } from '../i18n/en.ts';
import { I18nProvider } from '../i18n/i18n.tsx';
import { UnsavedWorkProvider } from './forms/unsaved-work.tsx';
import { SignedOutPage } from './session/signed-out-page.tsx';
import { ConfirmProvider } from './widgets/confirm.tsx';
import { ToastProvider } from './widgets/toasts.tsx';
import '../styles/panel.css';

export const handle: PageKind = 'panel';

export const headers = () => ({ 'Cache-Control': 'no-store' });

export default function AdminArea() {
  return (
    <I18nProvider language="en" messages={en}>
      <meta name="robots" content="noindex, nofollow" />
      <CSPProvider disableStyleElements>
        <ToastProvider>
          <ConfirmProvider>
            <UnsavedWorkProvider>
              <Outlet />
            </UnsavedWorkProvider>
          </ConfirmProvider>
        </ToastProvider>
      </CSPProvider>
    </I18nProvider>
  );
}

/** For errors of the panel itself; the browser's console has the details. */
export function ErrorBoundary() {
  return (
    <I18nProvider language="en" messages={en}>
      <SignedOutPage title="Something went wrong" text="This screen has failed. What you have saved is safe.">
        <button type="button" className={`${MAIN_ACTION} w-full`} onClick={() => location.reload()}>
          Load it again
        </button>
      </SignedOutPage>
    </I18nProvider>
  );
}

/** The public site in a language: its words, its data, the splash over it, and the page in its frame. */
import { Outlet } from 'react-router';
import type { Messages } from '../i18n/en.ts';
import { I18nProvider } from '../i18n/i18n.tsx';
import type { Language } from '../i18n/language.ts';
import { ConnectionBanner } from '../live/connection-banner.tsx';
import { DataProvider, type LiveStart } from '../live/live-provider.tsx';
import { PublicFrame } from './public-frame.tsx';
import { Splash } from './splash/splash.tsx';

export interface PublicSiteProps {
  language: Language;
  messages: Messages;
  start: LiveStart;
}

export function PublicSite({ language, messages, start }: PublicSiteProps) {
  return (
    <I18nProvider language={language} messages={messages}>
      <Splash />
      <DataProvider start={start}>
        <PublicFrame>
          <Outlet />
        </PublicFrame>
        <ConnectionBanner />
      </DataProvider>
    </I18nProvider>
  );
}

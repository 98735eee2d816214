/** The public site in a language: messages, live data, splash, frame and page. */
import { Suspense } from 'react';
import { Outlet } from 'react-router';
import type { Messages } from '../i18n/en.ts';
import { I18nProvider } from '../i18n/i18n.tsx';
import type { Language } from '../i18n/language.ts';
import { LiveDataProvider, type SiteData } from '../live/live-data-provider.tsx';
import { PublicFrame } from './public-frame.tsx';
import { Splash } from './splash/splash.tsx';
import { useConnectionText } from './use-connection-text.ts';

export interface PublicSiteProps {
  language: Language;
  messages: Messages;
  site: SiteData;
}

/** Says at the bottom of the window that the data may be out of date, and since when. */
function ConnectionBanner() {
  const text = useConnectionText();
  return (
    <div role="status" className="screen-only pointer-events-none fixed inset-x-0 bottom-0 z-30 p-3">
      {text && (
        <p className="rise-in mx-auto w-fit max-w-page rounded-card border-2 border-ember bg-cloth px-5 py-2.5 text-center font-semibold shadow-card">
          {text}
        </p>
      )}
    </div>
  );
}

export function PublicSite({ language, messages, site }: PublicSiteProps) {
  return (
    <I18nProvider language={language} messages={messages}>
      <Splash>
        <LiveDataProvider site={site}>
          <PublicFrame>
            {/* Created here, so that the element stays the same when `PublicFrame` renders again (see `FOOTER` there). */}
            <Suspense>
              <Outlet />
            </Suspense>
          </PublicFrame>
          <ConnectionBanner />
        </LiveDataProvider>
      </Splash>
    </I18nProvider>
  );
}

/** The public site in English. */
import { Outlet } from 'react-router';
import { en } from '../i18n/en.ts';
import { I18nProvider } from '../i18n/i18n.tsx';
import { DataProvider } from '../live/data-provider.tsx';
import { keepLastGoodData } from '../live/last-good-data.ts';
import type { Route } from './+types/english.ts';
import { sharedFor } from './caching.ts';
import { loadLiveStart } from './live-start.ts';
import { ProblemPage } from './problem-page.tsx';
import { PublicFrame } from './public-frame.tsx';

/** What changes meanwhile reaches an open page through the live stream. */
export const headers = sharedFor(60);

export const loader = loadLiveStart;

export const clientMiddleware = [keepLastGoodData];

export default function EnglishSite({ loaderData }: Route.ComponentProps) {
  return (
    <I18nProvider language="en" messages={en}>
      <DataProvider start={loaderData}>
        <PublicFrame>
          <Outlet />
        </PublicFrame>
      </DataProvider>
    </I18nProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <I18nProvider language="en" messages={en}>
      <PublicFrame>
        <ProblemPage error={error} />
      </PublicFrame>
    </I18nProvider>
  );
}

/** The public site in English. */
import { en } from '../i18n/en.ts';
import { I18nProvider } from '../i18n/i18n.tsx';
import { keepLastGoodData } from '../live/revalidation.ts';
import type { Route } from './+types/english.ts';
import { sharedFor } from './caching.ts';
import { ProblemPage } from './problem-page.tsx';
import { PublicFrame } from './public-frame.tsx';
import { PublicSite } from './public-site.tsx';
import { loadLiveStart, onlyWhenAsked } from './site-loader.ts';

/** What changes meanwhile reaches an open page through the live stream. */
export const headers = sharedFor(60);

export const loader = loadLiveStart;

export const shouldRevalidate = onlyWhenAsked;

export const clientMiddleware = [keepLastGoodData];

export default function EnglishSite({ loaderData }: Route.ComponentProps) {
  return <PublicSite language="en" messages={en} start={loaderData} />;
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

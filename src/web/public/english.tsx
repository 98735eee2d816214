/** The public site in English. */
import { en } from '../i18n/en.ts';
import { I18nProvider } from '../i18n/i18n.tsx';
import { keepDataOnFailure } from '../live/refetch.ts';
import type { Route } from './+types/english.ts';
import { sharedFor } from './caching.ts';
import { ProblemPage } from './problem-page.tsx';
import { PublicFrame } from './public-frame.tsx';
import { PublicSite } from './public-site.tsx';
import { loadSiteData, onlyOnRefetch } from './site-loader.ts';

/** Open pages get later changes through the live stream. */
export const headers = sharedFor(60);

export const loader = loadSiteData;

export const shouldRevalidate = onlyOnRefetch;

export const clientMiddleware = [keepDataOnFailure];

export default function EnglishSite({ loaderData }: Route.ComponentProps) {
  return <PublicSite language="en" messages={en} site={loaderData} />;
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

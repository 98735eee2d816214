/** The public site in Malayalam. */
import { I18nProvider } from '../i18n/i18n.tsx';
import { ml } from '../i18n/ml.ts';
import { keepDataOnFailure } from '../live/refetch.ts';
import type { Route } from './+types/malayalam.ts';
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

export default function MalayalamSite({ loaderData }: Route.ComponentProps) {
  return <PublicSite language="ml" messages={ml} site={loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <I18nProvider language="ml" messages={ml}>
      <PublicFrame>
        <ProblemPage error={error} />
      </PublicFrame>
    </I18nProvider>
  );
}

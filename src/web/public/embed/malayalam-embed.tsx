/** The page for frames on other sites in Malayalam. */

import type { PageKind } from '../../hooks/page-kind.ts';
import { I18nProvider } from '../../i18n/i18n.tsx';
import { ml } from '../../i18n/ml.ts';
import { mlEmbed } from '../../i18n/ml-embed.ts';
import { keepDataOnFailure } from '../../live/refetch.ts';
import { sharedFor } from '../caching.ts';
import type { Route } from './+types/malayalam-embed.ts';
import { Embed } from './embed.tsx';
import { EmbedProblem } from './embed-problem.tsx';
import { loadEmbed } from './load-embed.ts';

/** Open frames get later changes through the live stream. */
export const headers = sharedFor(5);

export const loader = loadEmbed;

export const handle: PageKind = 'one-screen';

export const clientMiddleware = [keepDataOnFailure];

export default function MalayalamEmbed({ loaderData }: Route.ComponentProps) {
  return (
    <I18nProvider language="ml" messages={ml}>
      <Embed texts={mlEmbed} loaderData={loaderData} />
    </I18nProvider>
  );
}

export function ErrorBoundary() {
  return (
    <I18nProvider language="ml" messages={ml}>
      <EmbedProblem />
    </I18nProvider>
  );
}

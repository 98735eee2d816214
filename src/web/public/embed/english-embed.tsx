/** The page for frames on other sites in English. */
import type { PageKind } from '../../hooks/page-kind.ts';
import { en } from '../../i18n/en.ts';
import { enEmbed } from '../../i18n/en-embed.ts';
import { I18nProvider } from '../../i18n/i18n.tsx';
import { keepDataOnFailure } from '../../live/refetch.ts';
import { sharedFor } from '../caching.ts';
import type { Route } from './+types/english-embed.ts';
import { Embed } from './embed.tsx';
import { EmbedProblem } from './embed-problem.tsx';
import { loadEmbed } from './load-embed.ts';

/** Open frames get later changes through the live stream. */
export const headers = sharedFor(5);

export const loader = loadEmbed;

export const handle: PageKind = 'one-screen';

export const clientMiddleware = [keepDataOnFailure];

export default function EnglishEmbed({ loaderData }: Route.ComponentProps) {
  return (
    <I18nProvider language="en" messages={en}>
      <Embed texts={enEmbed} loaderData={loaderData} />
    </I18nProvider>
  );
}

export function ErrorBoundary() {
  return (
    <I18nProvider language="en" messages={en}>
      <EmbedProblem />
    </I18nProvider>
  );
}

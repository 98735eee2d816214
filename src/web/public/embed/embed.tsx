/** The page for frames on other sites: the card alone. It has no control, and needs no storage. */
import { PageHead } from '../../components/page-head.tsx';
import type { EmbedMessages } from '../../i18n/en-embed.ts';
import {
  LiveDataProvider,
  useLiveData,
  useLiveDraws,
  useRefetchWhen,
} from '../../live/live-data-provider.tsx';
import { useServerTime } from '../../server-time/use-server-now.tsx';
import { ReloadScript } from '../unattended/reload-script.tsx';
import { useWorkingReport } from '../unattended/use-working-report.ts';
import { EmbedCard } from './embed-card.tsx';
import type { EmbedData } from './load-embed.ts';
import { liveSlot } from './newest.ts';

interface EmbedProps {
  texts: EmbedMessages;
  loaderData: EmbedData;
}

export function Embed({ texts, loaderData }: EmbedProps) {
  return (
    <LiveDataProvider site={loaderData.site}>
      <PageHead title={texts.title} description={texts.description} unlisted />
      <ReloadScript />
      <EmbedFrame texts={texts} loaderData={loaderData} />
    </LiveDataProvider>
  );
}

function EmbedFrame({ texts, loaderData }: EmbedProps) {
  const draws = useLiveDraws(loaderData);
  const { settings } = useLiveData();
  const isLive = useServerTime((now) => liveSlot(now, settings.publishDelay, draws) !== null);
  useWorkingReport(isLive);
  // All of them were withdrawn: the day before them was not loaded.
  useRefetchWhen(draws.length === 0 && loaderData.live.draws.rows.length > 0);
  return (
    <main className="embed-frame">
      <EmbedCard draws={draws} texts={texts} heading="h1" />
    </main>
  );
}

/**
 * Holds what a public page shows: what its loader gave, kept up to date by the live stream. Wherever the two could
 * part (a lost connection, a sleeping device, a restarted server) it catches up by itself, and says so meanwhile.
 */
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { useMatches, useNavigation } from 'react-router';
import type { Draw } from '../../contract/draws.ts';
import type { Faq } from '../../contract/faqs.ts';
import type { NewsArticle } from '../../contract/news.ts';
import type { PublicSettings } from '../../contract/settings.ts';
import type { Instant } from '../../core/ist-time.ts';
import { useRetry } from '../hooks/use-retry.ts';
import { useNotedServerTime } from '../hooks/use-server-now.tsx';
import { bringUpToDate, type PageData, type PlacedChange, settingsAfter } from './live-lists.ts';
import { noteGoodData } from './revalidation.ts';
import { useLiveFeed } from './use-live-feed.ts';
import { useRefresh } from './use-refresh.ts';
import { useTimelyRefresh } from './use-scheduled-refresh.ts';

/** What every public page is told, whatever it shows. */
export interface LiveStart {
  cursor: string;
  time: string;
  settings: PublicSettings;
}

export interface Data {
  /** The lists that the page's loader gave (the others are empty), with all that has come since and belongs there. */
  draws: Draw[];
  news: NewsArticle[];
  faqs: Faq[];
  settings: PublicSettings;
  /** The place in the feed up to which the page was loaded, and all that has come since: for what a part of it asks for. */
  cursor: string;
  changes: readonly PlacedChange[];
  loading: boolean;
  /** Null while everything shown is current; otherwise the instant up to which it is. */
  staleSince: Instant | null;
  /** Fetches the page's data anew. If that fails, everything stays as it is and the error reaches the caller. */
  refreshData(): Promise<void>;
  /** Puts off the hourly reload until the function that it answers with is called. */
  holdReload(): () => void;
}

const DataContext = createContext<Data | null>(null);

export function useData(): Data {
  const data = useContext(DataContext);
  if (!data) throw new Error('useData must be used within a DataProvider');
  return data;
}

/** What the page in view has loaded; one that loads nothing of the kind is as old as the site around it. */
function usePageData({ cursor }: LiveStart): PageData {
  const loaded = useMatches().at(-1)?.loaderData as Partial<PageData> | null | undefined;
  return useMemo(() => ({ cursor, ...loaded }), [cursor, loaded]);
}

export function DataProvider({ start, children }: { start: LiveStart; children: ReactNode }) {
  useNotedServerTime(start.time);
  useEffect(noteGoodData, []);
  const page = usePageData(start);
  const { refreshData, failingSince } = useRefresh();
  const refetch = () => refreshData().catch(() => {});
  const { changes, lostAt, connections } = useLiveFeed(page.cursor, refetch);
  useRetry(failingSince !== null, refetch, {
    connections,
    changes: changes.length,
    isConnected: connections > 0 && lostAt === null,
  });
  const settings = useMemo(() => settingsAfter(start, changes), [start, changes]);
  const staleSince = lostAt ?? failingSince;
  const holdReload = useTimelyRefresh({
    publishDelay: settings.publishDelay,
    refetch,
    canReload: staleSince === null && !settings.maintenanceMode,
  });
  const loading = useNavigation().state === 'loading';
  const upToDate = useMemo(() => bringUpToDate(page, changes), [page, changes]);

  const data = useMemo<Data>(
    () => ({
      draws: upToDate.draws,
      news: upToDate.news,
      faqs: upToDate.faqs,
      settings,
      cursor: page.cursor,
      changes,
      loading,
      staleSince,
      refreshData,
      holdReload,
    }),
    [upToDate, settings, page.cursor, changes, loading, staleSince, refreshData, holdReload],
  );
  return <DataContext value={data}>{children}</DataContext>;
}

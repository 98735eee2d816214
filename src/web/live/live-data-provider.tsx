/**
 * The live data of a public page: what its loader returned, kept up to date by the live stream. After a lost
 * connection, a sleeping device or a restarted server it catches up by itself, and tells since when it is stale.
 */
import { type ReactNode, useEffect, useMemo } from 'react';
import { useMatches } from 'react-router';
import type { Draw } from '../../contract/draws.ts';
import type { PublicSettings } from '../../contract/settings.ts';
import type { Instant } from '../../core/ist-time.ts';
import { createRequiredContext } from '../hooks/required-context.ts';
import { useRetry } from '../hooks/use-retry.ts';
import { useServerClock } from '../server-time/use-server-now.tsx';
import type { LiveChange } from './feed-cursor.ts';
import { drawsAfter, type LivePage, liveListsOf, settingsAfter, type WithDraws } from './live-lists.ts';
import { useRefetch } from './refetch.ts';
import { useLiveFeed } from './use-live-feed.ts';
import { useScheduledRefetch } from './use-scheduled-refetch.ts';

/** The data that every public page has, whatever it shows. */
export interface SiteData {
  cursor: string;
  time: string;
  settings: PublicSettings;
}

export interface LiveData {
  settings: PublicSettings;
  /** The position in the feed at which the page was loaded. */
  cursor: string;
  /** All changes that have arrived since the site was opened. */
  changes: readonly LiveChange[];
  /** Null while everything shown is current; otherwise the instant up to which it is. */
  staleSince: Instant | null;
  /** Fetches the page's data again. If that fails, everything stays as it is and the error is thrown. */
  refetchData(): Promise<void>;
  /** Postpones the hourly reload until the returned function is called. */
  holdReload(): () => void;
}

const [LiveDataContext, useLiveData] = createRequiredContext<LiveData>('LiveData');

export { useLiveData };

/** The draws of the page's own loader data, with every change that has arrived since. */
export function useLiveDraws({ live }: LivePage<WithDraws>): Draw[] {
  const { changes } = useLiveData();
  return useMemo(() => drawsAfter(live, changes), [live, changes]);
}

/** Fetches the page's data again when live changes alone cannot bring it up to date. */
export function useRefetchWhen(isOutdated: boolean): void {
  const { cursor, refetchData } = useLiveData();
  // Repeated for each response that was itself out of date.
  const outdated = isOutdated ? cursor : null;
  useEffect(() => {
    // The provider retries after a failure.
    if (outdated !== null) void refetchData().catch(() => {});
  }, [outdated, refetchData]);
}

export function LiveDataProvider({ site, children }: { site: SiteData; children: ReactNode }) {
  const clock = useServerClock();
  useEffect(() => clock.note(Date.parse(site.time)), [clock, site.time]);
  const cursor = liveListsOf(useMatches().at(-1)?.loaderData)?.cursor ?? site.cursor;
  const { refetchData, failingSince } = useRefetch();
  const refetch = () => refetchData().catch(() => {});
  const { changes, lostAt, connections } = useLiveFeed(cursor, refetch);
  useRetry(failingSince !== null, refetch, {
    connections,
    changes: changes.length,
    isConnected: connections > 0 && lostAt === null,
  });
  const settings = useMemo(() => settingsAfter(site, changes), [site, changes]);
  const staleSince = lostAt ?? failingSince;
  const holdReload = useScheduledRefetch({
    publishDelay: settings.publishDelay,
    refetch,
    canReload: staleSince === null && !settings.maintenanceMode,
  });

  const data = useMemo<LiveData>(
    () => ({ settings, cursor, changes, staleSince, refetchData, holdReload }),
    [settings, cursor, changes, staleSince, refetchData, holdReload],
  );
  return <LiveDataContext value={data}>{children}</LiveDataContext>;
}

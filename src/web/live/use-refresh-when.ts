/** Fetches the page's data again once live changes have made it something that they alone cannot bring up to date. */
import { useEffect } from 'react';
import { useData } from './live-provider.tsx';

export function useRefreshWhen(isOutdated: boolean): void {
  const { cursor, refreshData } = useData();
  // Asked again for each answer that was itself out of date when it came.
  const outdated = isOutdated ? cursor : null;
  useEffect(() => {
    // One that fails is tried again by the provider.
    if (outdated !== null) void refreshData().catch(() => {});
  }, [outdated, refreshData]);
}

/**
 * All accounts, so that a search finds any of them. The live stream does not tell of accounts: they are asked for
 * again every second, as long as somebody looks and the server answers.
 */
import { useCallback, useEffect } from 'react';
import type { Page } from '../../../contract/paging.ts';
import type { Staff } from '../../../contract/users.ts';
import type { CallOptions } from '../data/admin-api.ts';
import { useAdminLive } from '../data/admin-live.tsx';
import { type Query, useReading } from '../data/use-query.ts';
import { useSession } from '../session/session.tsx';

const LOOK_EVERY_MS = 1_000;
const ADDRESS = '/api/admin/users?limit=500';

export function useStaff(): Query<Staff[]> {
  const { api, isLost } = useSession();
  const { lostAt } = useAdminLive();
  const read = useCallback(
    async (address: string, options: CallOptions) => {
      const staff: Staff[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const page: Page<Staff> = await api.get<Page<Staff>>(
          cursor ? `${address}&cursor=${cursor}` : address,
          options,
        );
        staff.push(...page.items);
        cursor = page.nextCursor;
      }
      return staff;
    },
    [api],
  );
  const query = useReading(read, ADDRESS, []);

  const { refetch } = query;
  const isReachable = !isLost && lostAt === null;
  useEffect(() => {
    if (!isReachable) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && void refetch(), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isReachable, refetch]);

  return query;
}

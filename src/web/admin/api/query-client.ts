/** The query client of the panel: how data is fetched, cached and invalidated. */
import { QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ChangedTable } from '../../../contract/live.ts';
import { SECOND } from '../../../core/ist-time.ts';
import { isRefusal } from './refusal.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** A query is fetched again when one of its tables changed. */
    queryMeta: { tables?: readonly ChangedTable[] };
  }
}

/** A failed request is repeated until it succeeds; a refused one would be refused again. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // A browser that reports to be offline may still reach a server on the same machine.
        networkMode: 'always',
        retry: (_, error) => !isRefusal(error),
        // Random, so that not all clients that lost the server call it at the same moment.
        retryDelay: () => (1 + 2 * Math.random()) * SECOND,
      },
    },
  });

export const invalidateTables = (queryClient: QueryClient, tables: ReadonlySet<string>): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ meta }) => meta?.tables?.some((table) => tables.has(table)) ?? false,
  });

/** Fetches all active queries again, even those that failed and wait for their next attempt. */
export async function refetchAll(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries();
  await queryClient.invalidateQueries();
}

/** Used after one's own changes, which must show even while the live stream is lost. */
export function useInvalidation(): (...tables: ChangedTable[]) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback((...tables) => invalidateTables(queryClient, new Set(tables)), [queryClient]);
}

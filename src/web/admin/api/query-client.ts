/** How the panel fetches and caches data: one query client for the visit of one person. */
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

/** What fails is fetched again until it succeeds; what the server refuses, it would refuse again. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Whether the server can be reached is not for the browser to say: it may run on this machine.
        networkMode: 'always',
        retry: (_, error) => !isRefusal(error),
        // Spread, so that not everyone who lost the server asks it at the same moment.
        retryDelay: () => (1 + 2 * Math.random()) * SECOND,
      },
    },
  });

export const invalidateTables = (queryClient: QueryClient, tables: ReadonlySet<string>): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ meta }) => meta?.tables?.some((table) => tables.has(table)) ?? false,
  });

/** Fetches everything that is shown, at once also where a failed request waits for its next attempt. */
export async function refetchAll(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries();
  await queryClient.invalidateQueries();
}

/** For after a change of one's own: the live stream may be lost. Resolves when the newest data is there. */
export function useInvalidation(): (...tables: ChangedTable[]) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback((...tables) => invalidateTables(queryClient, new Set(tables)), [queryClient]);
}

/** Queries of the admin API, each with the tables whose changes invalidate it. */
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ChangedTable } from '../../../contract/live.ts';
import type { Page } from '../../../contract/paging.ts';
import { useApi } from '../session/session.tsx';

type Tables = readonly ChangedTable[];

interface QueryOptions {
  isEnabled?: boolean;
  /** In milliseconds, for what the live stream does not carry. */
  refetchInterval?: number;
}

export function useAdminQuery<Data>(
  path: string,
  tables: Tables,
  { isEnabled = true, refetchInterval }: QueryOptions = {},
) {
  const api = useApi();
  return useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get<Data>(path, { signal }),
    meta: { tables },
    enabled: isEnabled,
    refetchInterval: refetchInterval ?? false,
  });
}

/** Empty values are left out. */
type FilterValues = Readonly<Record<string, string | undefined>>;

export interface ListOptions {
  isEnabled?: boolean;
  pageSize?: number;
}

/** A list that is loaded page by page. When it is invalidated, all loaded pages are fetched again. */
export function useList<Item>(
  path: string,
  filters: FilterValues,
  tables: Tables,
  { isEnabled = true, pageSize = 50 }: ListOptions = {},
) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: [path, filters],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<Item>>(addressOf(path, { ...filters, limit: String(pageSize), cursor: pageParam }), {
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    select: allItems<Item>,
    enabled: isEnabled,
    meta: { tables },
  });
}

export type List<Item> = ReturnType<typeof useList<Item>>;

const LARGEST_PAGE = 500;

/** Loads all pages, for short lists that are filtered or ordered as a whole. */
export function useWholeList<Item>(path: string, tables: Tables): List<Item> {
  const list = useList<Item>(path, {}, tables, { pageSize: LARGEST_PAGE });
  useNextPage(list, true);
  return list;
}

/** Loads one more page on request. */
export function useShowMore<Item>(list: List<Item>) {
  const { data, isFetchNextPageError, fetchNextPage } = list;
  const length = data?.length ?? 0;
  /** How long the list was when more was requested; null after more has arrived. */
  const [requestedAt, setRequestedAt] = useState<number | null>(null);
  if (requestedAt !== null && requestedAt !== length) setRequestedAt(null);
  const isRequested = requestedAt !== null;
  useNextPage(list, isRequested);
  const isLoadingMore = isRequested && !isFetchNextPageError;
  const showMore = (): void => {
    if (isLoadingMore) return;
    setRequestedAt(length);
    void fetchNextPage();
  };
  return { isLoadingMore, showMore };
}

/** Fetches the next page while it is wanted, also again: a refresh of the list cancels the fetch of a page. */
function useNextPage<Item>(list: List<Item>, isWanted: boolean): void {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const isMissing = isWanted && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isMissing) void fetchNextPage();
  }, [isMissing, fetchNextPage]);
}

function addressOf(path: string, parameters: FilterValues): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) search.set(name, value);
  return `${path}?${search}`;
}

const allItems = <Item>({ pages }: InfiniteData<Page<Item>>): Item[] => pages.flatMap(({ items }) => items);

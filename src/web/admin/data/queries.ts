/** Queries of the admin API, each with the tables whose changes invalidate it. */
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
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
  const { hasNextPage, isFetching, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  return list;
}

function addressOf(path: string, parameters: FilterValues): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) search.set(name, value);
  return `${path}?${search}`;
}

const allItems = <Item>({ pages }: InfiniteData<Page<Item>>): Item[] => pages.flatMap(({ items }) => items);

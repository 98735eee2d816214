/** The two kinds of queries of the admin API, each with the tables whose changes invalidate it: one answer, a list. */
import {
  type InfiniteData,
  keepPreviousData,
  type QueryFunction,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ChangedTable } from '../../../contract/live.ts';
import type { Page } from '../../../contract/paging.ts';
import { useApi } from '../session/session.tsx';
import { listRequestFor, type QueryParameters, requestFor, taggedRequestFor } from './requests.ts';

type Tables = readonly ChangedTable[];

interface QueryOptions<Data> {
  isEnabled?: boolean;
  /** In milliseconds, for what the live stream does not carry. */
  refetchInterval?: number | ((data: Data | undefined) => number | false);
}

export const useAdminQuery = <Data>(path: string, tables: Tables, options: QueryOptions<Data> = {}) =>
  useRequest(requestFor<Data>(useApi(), path), tables, options);

/** With the version of the data. */
export const useTaggedQuery = <Data>(path: string, tables: Tables) =>
  useRequest(taggedRequestFor<Data>(useApi(), path), tables);

const useRequest = <Data, Key extends QueryKey>(
  request: { queryKey: Key; queryFn: QueryFunction<Data, Key> },
  tables: Tables,
  { isEnabled = true, refetchInterval }: QueryOptions<Data> = {},
) =>
  useQuery({
    ...request,
    meta: { tables },
    enabled: isEnabled,
    refetchInterval:
      typeof refetchInterval === 'function'
        ? ({ state }) => refetchInterval(state.data)
        : (refetchInterval ?? false),
  });

export interface ListOptions {
  isEnabled?: boolean;
  pageSize?: number;
}

/** A list that is loaded page by page. When it is invalidated, all loaded pages are fetched again. */
export const useList = <Item>(
  path: string,
  filters: QueryParameters,
  tables: Tables,
  { isEnabled = true, pageSize = 50 }: ListOptions = {},
) =>
  useInfiniteQuery({
    ...listRequestFor<Item>(useApi(), path, filters, pageSize),
    placeholderData: keepPreviousData,
    select: allItems<Item>,
    enabled: isEnabled,
    meta: { tables },
  });

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

/** Fetches the next page while it is wanted, and again if a refetch of the list has cancelled it. */
function useNextPage<Item>(list: List<Item>, isWanted: boolean): void {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  const isMissing = isWanted && hasNextPage && !isFetching && !isFetchNextPageError;
  useEffect(() => {
    if (isMissing) void fetchNextPage();
  }, [isMissing, fetchNextPage]);
}

const allItems = <Item>({ pages }: InfiniteData<Page<Item>>): Item[] => pages.flatMap(({ items }) => items);

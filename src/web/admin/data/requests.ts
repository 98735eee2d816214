/**
 * The requests of queries. Each is built together with its key, which has everything that the request and the shape of
 * its data depend on: two queries with the same key have the same data.
 */
import type { QueryFunctionContext } from '@tanstack/react-query';
import type { Page } from '../../../contract/paging.ts';
import type { AdminApi } from '../api/admin-api.ts';

/** Empty values are left out. */
export type QueryParameters = Readonly<Record<string, string | undefined>>;

type Cancellable = Pick<QueryFunctionContext, 'signal'>;

export const keyOf = (path: string) => [path, 'answer'] as const;
export const taggedKeyOf = (path: string) => [path, 'answer and ETag'] as const;
/** Matches the list with any filters: their keys begin with it. */
export const listKeyOf = (path: string) => [path, 'list'] as const;

export const requestFor = <Data>(api: AdminApi, path: string) => ({
  queryKey: keyOf(path),
  queryFn: ({ signal }: Cancellable) => api.get<Data>(path, { signal }),
});

/** For data that is changed with the version that was seen, and that does not contain it. */
export const taggedRequestFor = <Data>(api: AdminApi, path: string) => ({
  queryKey: taggedKeyOf(path),
  queryFn: ({ signal }: Cancellable) => api.getTagged<Data>(path, { signal }),
});

/** A list that is loaded page by page. */
export function listRequestFor<Item>(
  api: AdminApi,
  path: string,
  filters: QueryParameters,
  pageSize: number,
) {
  const parameters = { ...filters, limit: String(pageSize) };
  return {
    queryKey: [...listKeyOf(path), parameters] as const,
    queryFn: ({ pageParam, signal }: Cancellable & { pageParam: string }) =>
      api.get<Page<Item>>(addressOf(path, { ...parameters, cursor: pageParam }), { signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }: Page<Item>) => nextCursor,
  };
}

export function addressOf(path: string, parameters: QueryParameters): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value) search.set(name, value);
  return search.size > 0 ? `${path}?${search}` : path;
}

/** A list of the admin API that grows page by page, and is read again as far as it is shown when it changed. */
import { useCallback, useState } from 'react';
import type { LiveTable } from '../../../contract/live.ts';
import type { Page } from '../../../contract/paging.ts';
import type { CallOptions } from '../api/admin-api.ts';
import { useApi } from '../session/session.tsx';
import { type Query, useReading } from './use-query.ts';

export interface Pages<Item> extends Omit<Query<Page<Item>>, 'data'> {
  /** Undefined until the first page is there. */
  items: Item[] | undefined;
  hasMore: boolean;
  showMore(): void;
}

const PAGE_SIZE = 50;
const LARGEST_PAGE = 500;

/** `filters` without a value are left out. */
export function usePages<Item>(
  path: string,
  filters: Readonly<Record<string, string | undefined>>,
  tables: readonly LiveTable[],
): Pages<Item> {
  const search = new URLSearchParams({ limit: String(PAGE_SIZE) });
  for (const [name, value] of Object.entries(filters)) if (value) search.set(name, value);
  const address = `${path}?${search}`;
  const [shown, setShown] = useState({ address, count: 1 });
  const count = shown.address === address ? shown.count : 1;
  const pages = usePagesRead<Item>(address, count, tables);
  return { ...pages, showMore: () => setShown({ address, count: count + 1 }) };
}

/** For lists that are short by nature, and of which a part says little. */
export const useWholeList = <Item>(path: string, tables: readonly LiveTable[]): Pages<Item> => ({
  ...usePagesRead<Item>(`${path}?limit=${LARGEST_PAGE}`, Number.POSITIVE_INFINITY, tables),
  showMore() {},
});

function usePagesRead<Item>(
  address: string,
  count: number,
  tables: readonly LiveTable[],
): Omit<Pages<Item>, 'showMore'> {
  const api = useApi();
  const read = useCallback(
    async (asked: string, options: CallOptions): Promise<Page<Item>> => {
      const items: Item[] = [];
      let nextCursor: string | null = null;
      for (let page = 0; page < count; page += 1) {
        const from: string = nextCursor === null ? '' : `&cursor=${encodeURIComponent(nextCursor)}`;
        const answer: Page<Item> = await api.get<Page<Item>>(asked + from, options);
        items.push(...answer.items);
        nextCursor = answer.nextCursor;
        if (nextCursor === null) break;
      }
      return { items, nextCursor };
    },
    [api, count],
  );
  const { data, ...query } = useReading(read, address, tables);
  return { ...query, items: data?.items, hasMore: data?.nextCursor != null };
}

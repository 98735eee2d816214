import { expect, test } from 'bun:test';
import { QueryClient } from '@tanstack/react-query';
import type { AdminApi } from '../api/admin-api.ts';
import { addressOf, listRequestFor, requestFor, taggedRequestFor } from './requests.ts';

/** Returns the address of the request. */
const api = {
  get: async (address: string) => ({ items: [address] }),
  getTagged: async (address: string) => ({ answer: { items: [address] }, etag: '"1"' }),
} as unknown as AdminApi;

/** As for a screen that is opened while the data of another one is still in the cache. */
const newCache = () =>
  new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });

test('data with and without its version are cached apart', async () => {
  const cache = newCache();
  expect(await cache.fetchQuery(requestFor(api, '/settings'))).toEqual({ items: ['/settings'] });
  expect(await cache.fetchQuery(taggedRequestFor(api, '/settings'))).toEqual({
    answer: { items: ['/settings'] },
    etag: '"1"',
  });
});

test('lists of one path are cached apart when their filters or the sizes of their pages differ', async () => {
  const cache = newCache();
  const read = async (filters: Record<string, string>, pageSize: number) =>
    (await cache.fetchInfiniteQuery(listRequestFor<string>(api, '/draws', filters, pageSize))).pages;
  expect(await read({ month: '2026-11' }, 50)).toEqual([
    { items: ['/draws?month=2026-11&limit=50'] },
  ] as never);
  expect(await read({ month: '2026-11' }, 155)).toEqual([
    { items: ['/draws?month=2026-11&limit=155'] },
  ] as never);
  expect(await read({ month: '2026-10' }, 50)).toEqual([
    { items: ['/draws?month=2026-10&limit=50'] },
  ] as never);
});

test('an address contains the filters', () => {
  expect(addressOf('/draws.csv', { date: '', slot: undefined })).toBe('/draws.csv');
  expect(addressOf('/draws.csv', { month: '2026-11', q: 'a&b', slot: '' })).toBe(
    '/draws.csv?month=2026-11&q=a%26b',
  );
});

/** Invalid cursors over HTTP get a reset, and never a 5xx. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { follow, isEvent } from '../support/live-client.ts';
import { type ApiSite, openApiSite } from './api-site.ts';

let site: ApiSite;
let epoch: string;
beforeAll(async () => {
  site = await openApiSite();
  const { cursor } = await (await site.anonymous('GET', '/api/today')).json();
  epoch = cursor.split('.')[0];
});
afterAll(() => site.stop());

const invalidCursors = (): string[] => [
  '9',
  '-1',
  '1e9',
  'NaN',
  'null',
  '%',
  '\u0000',
  'മ.1',
  '00000000-0000-4000-8000-000000000000.1',
  `${epoch}.-1`,
  `${epoch}.1e9`,
  `${epoch}.0x1`,
  `${epoch}.1.1`,
  `${epoch}.0-999999`,
  `${epoch}.999999-0`,
  `${epoch}.0-`,
  `${epoch}.0-0-0`,
  `${epoch}.0-${'9'.repeat(10_000)}`,
  `${epoch}. 1`,
  `${epoch}.999999`,
  `${epoch}.999999999999999`,
  `${epoch}.${Number.MAX_SAFE_INTEGER}`,
  `${epoch}.${'9'.repeat(10_000)}`,
  `${epoch}'; drop table feed; --.1`,
  'x'.repeat(15_000),
];

async function eventsAfter(path: string, headers: Record<string, string> = {}): Promise<string[]> {
  const response = await site.anonymous('GET', path, { headers });
  expect(response.status).toBe(200);
  const client = follow(response);
  await client.waitFor(isEvent('reset'));
  client.close();
  return client.events.map(({ event }) => event);
}

test('an invalid cursor in ?after= gets a reset', async () => {
  for (const after of invalidCursors()) {
    expect(await eventsAfter(`/api/live?after=${encodeURIComponent(after)}`), after.slice(0, 60)).toEqual([
      'hello',
      'reset',
    ]);
  }
});

test('an invalid cursor in Last-Event-ID gets a reset', async () => {
  const sendable = invalidCursors().filter((after) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(after));
  expect(sendable.length).toBeGreaterThan(10);
  for (const after of sendable) {
    expect(await eventsAfter('/api/live', { 'Last-Event-ID': after })).toEqual(['hello', 'reset']);
  }
});

test('a cursor that is too long, badly encoded or repeated gets no 5xx', async () => {
  const queries = [
    `after=${'9'.repeat(65_536)}`,
    'after=%zz',
    'after=%ff%fe',
    'after=a&after=b',
    'after[]=a',
  ];
  for (const query of queries) {
    const response = await site.anonymous('GET', `/api/live?${query}`);
    expect(response.status, query.slice(0, 40)).toBeLessThan(500);
    await response.body?.cancel();
  }
});

test('HEAD opens no stream', async () => {
  for (let sent = 0; sent < 20; sent += 1) {
    expect((await site.anonymous('HEAD', '/api/live')).status).toBe(200);
  }
  while ((await visitors()) > 0) await Bun.sleep(20);
});

async function visitors(): Promise<number> {
  return (await (await site.admin('GET', '/api/admin/dashboard')).json()).visitors;
}

/** Whatever a stranger sends as a cursor, over HTTP: a reset, and never a failure of the server. */
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

const hostile = (): string[] => [
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
  const answer = await site.anonymous('GET', path, { headers });
  expect(answer.status).toBe(200);
  const client = follow(answer);
  await client.waitFor(isEvent('reset'));
  client.close();
  return client.events.map(({ event }) => event);
}

test('a cursor of any form in ?after= gives a reset', async () => {
  for (const after of hostile()) {
    expect(await eventsAfter(`/api/live?after=${encodeURIComponent(after)}`), after.slice(0, 60)).toEqual([
      'hello',
      'reset',
    ]);
  }
});

test('and so it does in Last-Event-ID', async () => {
  const sendable = hostile().filter((after) => /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(after));
  expect(sendable.length).toBeGreaterThan(10);
  for (const after of sendable) {
    expect(await eventsAfter('/api/live', { 'Last-Event-ID': after })).toEqual(['hello', 'reset']);
  }
});

test('what is too long for a request line, broken or given twice is refused as such', async () => {
  const queries = [
    `after=${'9'.repeat(65_536)}`,
    'after=%zz',
    'after=%ff%fe',
    'after=a&after=b',
    'after[]=a',
  ];
  for (const query of queries) {
    const answer = await site.anonymous('GET', `/api/live?${query}`);
    expect(answer.status, query.slice(0, 40)).toBeLessThan(500);
    await answer.body?.cancel();
  }
});

test('asking only for the headers opens no stream', async () => {
  for (let asked = 0; asked < 20; asked += 1) {
    expect((await site.anonymous('HEAD', '/api/live')).status).toBe(200);
  }
  while ((await visitors()) > 0) await Bun.sleep(20);
});

async function visitors(): Promise<number> {
  return (await (await site.admin('GET', '/api/admin/dashboard')).json()).visitors;
}

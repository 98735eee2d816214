/**
 * Drafts stay private: two servers that differ only in the digits of drafts and in hidden changes return the same bytes
 * to the public on every route, page, stream and error, while staff send the same requests.
 * Also a short run of the scenario `two-worlds`.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { findSharedRoute } from '../../src/server/http/shared-routes.ts';
import { follow, listenTo } from '../support/live-client.ts';
import { createRandom } from './random.ts';
import { allRequests, type ProbeRequest } from './two-worlds/requests.ts';
import {
  changeDrafts,
  DIGITS,
  draftNumber,
  makeHiddenChanges,
  openTwoWorlds,
  type TwoWorlds,
} from './two-worlds/two-servers.ts';
import { figuresOf, ProbeTally, probeAll, probeAtRandom } from './two-worlds/two-worlds.ts';
import type { World } from './two-worlds/world.ts';

setDefaultTimeout(240_000);

const RANDOM_PROBES = 40;

const readsQuery = (path: string): boolean =>
  path === '/api/draws.csv' || Object.keys(findSharedRoute(path)?.parameters ?? {}).length > 0;

/**
 * Of Malayalam the pages only, which contain their data: sheets, pictures and feeds have the same data as in English.
 * Queries are sent to the English pages, and not to the same page in three other forms; those with parts of digits to
 * the API only, by which pages search as well. What reads no query gets one.
 */
function isInShortRun({ target }: ProbeRequest): boolean {
  const [path = '', query] = target.split('?');
  if (query === undefined) return !/^\/ml\b.*\.(data|pdf|png|xml)$/.test(path);
  if (/^\/ml\b|\.data$/.test(path)) return false;
  if (!readsQuery(path)) return query === `q=${draftNumber}`;
  return path.startsWith('/api/') || !/=(9|420)$/.test(query);
}

let worlds: TwoWorlds;
beforeAll(async () => {
  worlds = await openTwoWorlds();
});
afterAll(() => worlds?.close());

test('staff get different digits and cursors from the two servers', async () => {
  const digitsIn = async (world: World) => {
    const draw = await (await world.asAdmin('GET', `/api/admin/draws/${worlds.ids.draft}`)).json();
    return [draw.digit1, draw.digit2, draw.digit3, draw.digit4, draw.digit5].join('');
  };
  expect(await digitsIn(worlds.first)).toBe(DIGITS.first[0]);
  expect(await digitsIn(worlds.second)).toBe(DIGITS.second[0]);
  const staffCursorIn = async (world: World) => {
    const stream = follow(await world.asAdmin('GET', '/api/admin/live'));
    const { id } = await stream.waitFor(({ event }) => event === 'hello');
    stream.close();
    return id;
  };
  expect(await staffCursorIn(worlds.second)).not.toBe(await staffCursorIn(worlds.first));
});

test('the requests cover pages, data, pictures, feeds, files and the API', () => {
  const targets = allRequests(worlds.ids).map(({ target }) => target);
  for (const target of [
    '/',
    '/_.data',
    '/ml/results?q=9',
    `/draws/${draftNumber}/picture.png`,
    '/feeds/results.xml',
    '/api/draws.csv?endsWith=13579',
    `/api/draws/${draftNumber}`,
    '/api/admin/draws',
  ]) {
    expect(targets).toContain(target);
  }
});

test('streams send the same bytes while staff change drafts, and when they resume afterwards', async () => {
  const record = async (world: World, digits: string) => {
    const { cursor } = await (await fetch(`${world.url}/api/today`)).json();
    const fresh = await listenTo(`${world.url}/api/live`);
    if (world === worlds.second) await makeHiddenChanges(world);
    await changeDrafts(world, worlds.ids, digits, 'Every day.');
    await fresh.waitFor(({ event }) => event === 'change');
    const late = await listenTo(`${world.url}/api/live?after=${cursor}`);
    await late.waitFor(({ event }) => event === 'change');
    const lost = await listenTo(`${world.url}/api/live?after=long-ago.1`);
    await lost.waitFor(({ event }) => event === 'reset');
    const streams = [fresh, late, lost];
    for (const stream of streams) stream.close();
    return streams.map(({ response, events }) => ({
      headers: [...response.headers].filter(([name]) => name !== 'date' && name !== 'x-request-id').sort(),
      events: events.map(({ event, id, data }) => ({ event, id, data })),
    }));
  };
  const seenInFirst = await record(worlds.first, DIGITS.first[1]);
  expect(await record(worlds.second, DIGITS.second[1])).toEqual(seenInFirst);
  // The one public change, and none of the five changes to drafts.
  expect(seenInFirst.map(({ events }) => events.map(({ event }) => event))).toEqual([
    ['hello', 'change'],
    ['hello', 'change'],
    ['hello', 'reset'],
  ]);
});

test('every public response is the same after staff changed drafts and while they send requests', async () => {
  const tally = new ProbeTally();
  await probeAll(worlds, allRequests(worlds.ids).filter(isInShortRun), tally);
  expect(figuresOf(tally)).toMatchObject({ violations: [], leaked: 0 });
  expect(tally.staffSawDigits).toBeGreaterThan(0);
});

test('random requests get the same responses while the caches are emptied repeatedly', async () => {
  const figures = await probeAtRandom(worlds, {
    random: createRandom(20_261_115),
    count: RANDOM_PROBES,
    isOver: () => false,
    progress: () => {},
  });
  expect(figures.violations).toEqual([]);
  expect(figures.leaked).toBe(0);
  expect(figures.done).toBeGreaterThanOrEqual(RANDOM_PROBES);
  const [sawDigits = 0, changes = 0, streams = 0] = (figures.faults.match(/\d+/g) ?? []).map(Number);
  expect(Math.min(sawDigits, changes, streams)).toBeGreaterThan(0);
});

test('the comparison detects a draft that becomes public', async () => {
  for (const world of [worlds.first, worlds.second]) {
    await world.asAdmin('POST', `/api/admin/draws/${worlds.ids.draft}/publish`);
  }
  const tally = new ProbeTally();
  const targets = [
    '/',
    '/results',
    '/api/today',
    '/api/draws',
    '/api/draws.csv',
    `/api/draws/${draftNumber}`,
  ];
  await probeAll(
    worlds,
    targets.map((target) => ({ method: 'GET', target, headers: {} })),
    tally,
  );
  expect(tally.leaked).toBe(targets.length);
});

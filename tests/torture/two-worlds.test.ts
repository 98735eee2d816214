/**
 * Sealed drafts: two servers that differ only in the digits of drafts and in how much staff did out of sight answer
 * the public with the very same bytes, on every route, page, stream, file and error, while staff ask the same.
 * The short form of the scenario `two-worlds`, with every question that there is.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { follow, listenTo } from '../support/live-client.ts';
import { createRandom } from './random.ts';
import { allQuestions } from './two-worlds/questions.ts';
import {
  DIGITS,
  draftNumber,
  openTwoWorlds,
  type TwoWorlds,
  workOnDrafts,
  workOutOfSight,
} from './two-worlds/two-servers.ts';
import { figuresOf, probeAll, Sightings, twoWorlds } from './two-worlds/two-worlds.ts';
import type { World } from './two-worlds/world.ts';

setDefaultTimeout(240_000);

const RANDOM_PROBES = 80;

let worlds: TwoWorlds;
beforeAll(async () => {
  worlds = await openTwoWorlds();
});
afterAll(() => worlds?.close());

test('the worlds do differ, for staff', async () => {
  const digitsIn = async (world: World) => {
    const draw = await (await world.as('GET', `/api/admin/draws/${worlds.ids.draft}`)).json();
    return [draw.digit1, draw.digit2, draw.digit3, draw.digit4, draw.digit5].join('');
  };
  expect(await digitsIn(worlds.first)).toBe(DIGITS.first[0]);
  expect(await digitsIn(worlds.second)).toBe(DIGITS.second[0]);
  const staffCursorIn = async (world: World) => {
    const stream = follow(await world.as('GET', '/api/admin/live'));
    const { id } = await stream.waitFor(({ event }) => event === 'hello');
    stream.close();
    return id;
  };
  expect(await staffCursorIn(worlds.second)).not.toBe(await staffCursorIn(worlds.first));
});

test('everything is asked for', () => {
  const targets = allQuestions(worlds.ids).map(({ target }) => target);
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

test('streams carry the same bytes while staff work on drafts, and so does the catching up afterwards', async () => {
  const record = async (world: World, digits: string) => {
    const { cursor } = await (await fetch(`${world.url}/api/today`)).json();
    const fresh = await listenTo(`${world.url}/api/live`);
    if (world === worlds.second) await workOutOfSight(world);
    await workOnDrafts(world, worlds.ids, digits, 'Every day.');
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
  // The one change for everybody, and nothing of five to drafts.
  expect(seenInFirst.map(({ events }) => events.map(({ event }) => event))).toEqual([
    ['hello', 'change'],
    ['hello', 'change'],
    ['hello', 'reset'],
  ]);
});

test('the public gets the same bytes everywhere, also after staff have worked on drafts and while they ask', async () => {
  const sightings = new Sightings();
  await probeAll(worlds, allQuestions(worlds.ids), sightings);
  expect(figuresOf(sightings)).toMatchObject({ violations: [], leaked: 0 });
  expect(sightings.staffSawDigits).toBeGreaterThan(0);
});

test('and would not, were a draft to leave by an oversight', async () => {
  for (const world of [worlds.first, worlds.second]) {
    await world.as('POST', `/api/admin/draws/${worlds.ids.draft}/publish`);
  }
  const sightings = new Sightings();
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
    sightings,
  );
  expect(sightings.leaked).toBe(targets.length);
});

test('random ways of asking, on caches that are emptied again and again, tell nothing either', async () => {
  const figures = await twoWorlds.run({
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

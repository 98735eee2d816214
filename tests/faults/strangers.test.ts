/**
 * Strangers request what no cache has, over many connections from one address: results and the pages of others do not
 * wait until all of it is done. Compared with how long the same work takes alone.
 */

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Hello } from '../../src/contract/live.ts';
import { addDays, instantOf, MINUTE, SECOND } from '../../src/core/ist-time.ts';
import { DEFAULT_PUBLISH_DELAY_MINUTES } from '../../src/core/schedule.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { seedIdOf } from '../server/storage-seed.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { isChangeOf, isEvent, listenTo } from '../support/live-client.ts';
import { seedSite } from '../support/seed-site.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { type Client, connectFrom, flood } from '../support/strangers.ts';

setDefaultTimeout(120_000);

const TODAY = '2026-11-15';
const DAYS = 4_000;
const DRAFT = { date: TODAY, slot: '17:00', digits: '48151', published: false } as const;
const DUE = instantOf(DRAFT.date, DRAFT.slot) + DEFAULT_PUBLISH_DELAY_MINUTES * MINUTE;
/** For the start, and until the strangers have filled the server. */
const BEFORE = 15 * SECOND;

const STRANGERS = { from: '127.0.0.2', connections: 200 };
const SHEETS = 30;
/** Of the time that the strangers' requests take one after the other: who waits longer has waited for them. */
const PATIENCE = 1 / 4;

const dayBefore = (number: number): string => addDays(TODAY, -1 - (number % DAYS));

const dataDir = makeDataDir();
let server: ServerProcess;
let visitor: Client;

beforeAll(async () => {
  const past = Array.from({ length: DAYS }, (_, day) =>
    SLOTS.map((slot, place) => ({
      date: dayBefore(day),
      slot,
      digits: String((day * SLOTS.length + place) * 7_919)
        .padStart(5, '0')
        .slice(-5),
    })),
  ).flat();
  await seedSite(dataDir.path, { draws: [...past, DRAFT] });
  server = await startServerProcess({
    DATA_DIR: dataDir.path,
    CLOCK_START: new Date(DUE - BEFORE).toISOString(),
    BACKUP_EVERY_HOURS: '0',
  });
  visitor = connectFrom(server.url, { from: '127.0.0.3' });
});
afterAll(async () => {
  visitor.close();
  await server.kill();
  dataDir.remove();
});

let requests = 0;
/** Another one in each call. */
const nextChart = (): string =>
  `/results?all=1&q=${String(++requests * 7)
    .padStart(5, '0')
    .slice(-5)}`;
const nextSheet = (): string => `/results/${dayBefore(++requests)}/sheet.pdf`;

const median = (samples: number[]): number =>
  samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN;

/** Returns how long one takes alone, after the first, which loads code. */
async function timeAlone(nextPath: () => string, times: number): Promise<number> {
  await visitor.get(nextPath());
  const took: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const answer = await visitor.get(nextPath());
    expect(answer.status).toBe(200);
    took.push(answer.took);
  }
  return median(took);
}

test('a result and the home page do not wait for the charts that strangers search', async () => {
  const live = await listenTo(`${server.url}/api/live`);
  const hello = await live.waitFor(isEvent('hello'));
  const dueHere = hello.at + DUE - Date.parse((hello.data as Hello).time);
  const patience = PATIENCE * STRANGERS.connections * (await timeAlone(nextChart, 7));

  let served = 0;
  const strangers = flood(server.url, {
    ...STRANGERS,
    path: nextChart,
    pauseWhenRefused: 200,
    onAnswer: ({ status }) => {
      if (status === 200) served += 1;
    },
  });
  while (served === 0) await Bun.sleep(20);
  expect(performance.now()).toBeLessThan(dueHere);
  const waits: number[] = [];
  const publication = live.waitFor(isChangeOf(seedIdOf(DRAFT)), 60 * SECOND);
  const isPublished = publication.then(() => true);
  while (!(await Promise.race([isPublished, Bun.sleep(20)]))) {
    const { status, took } = await visitor.get('/');
    expect(status).toBe(200);
    waits.push(took);
  }
  const lateness = (await publication).at - dueHere;
  await strangers.stop();
  live.close();
  expect(median(waits)).toBeLessThan(patience);
  expect(lateness).toBeLessThan(patience);
});

test('the home page does not wait for all requests that a connection sends at once', async () => {
  await visitor.get('/');
  const ready = () => '/api/ready';
  const alone = await timeAlone(ready, 15);
  const requests = 5_000;
  const { hostname, port } = new URL(server.url);
  const waits: number[] = [];
  for (let burst = 0; burst < 5; burst += 1) {
    const stranger = connect({ host: hostname, port: Number(port) });
    await once(stranger, 'connect');
    stranger.on('error', () => {});
    stranger.write('GET /api/ready HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(requests));
    await once(stranger, 'data');
    const { status, took } = await visitor.get('/');
    stranger.destroy();
    expect(status).toBe(200);
    waits.push(took);
  }
  expect(median(waits)).toBeLessThan((requests * alone) / 40);
});

test('a sheet does not wait for those that strangers requested and abandoned', async () => {
  const alone = await timeAlone(nextSheet, 5);
  const strangers = connectFrom(server.url, STRANGERS);
  const abandoned = Array.from({ length: SHEETS }, () => strangers.get(nextSheet(), { abandonAfter: 50 }));
  await Promise.all(abandoned);
  const { status, took } = await visitor.get(nextSheet());
  strangers.close();
  expect(status).toBe(200);
  expect(took).toBeLessThan(PATIENCE * SHEETS * alone);
});

test('a sheet does not wait for all those that strangers requested before', async () => {
  const alone = await timeAlone(nextSheet, 5);
  let served = 0;
  const strangers = flood(server.url, {
    ...STRANGERS,
    connections: SHEETS,
    path: nextSheet,
    pauseWhenRefused: 200,
    onAnswer: () => {
      served += 1;
    },
  });
  while (served === 0) await Bun.sleep(20);
  const { status, took } = await visitor.get(nextSheet());
  await strangers.stop();
  expect(status).toBe(200);
  expect(took).toBeLessThan(PATIENCE * SHEETS * alone);
});

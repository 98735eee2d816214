/** A result for 10,000 devices, pushed by two nodes of which one is killed: no device is left out, and publications are not slowed down. */
import { expect, test } from 'bun:test';
import type { ResultPush } from '../../src/contract/push.ts';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { addDays, instantOf, SECOND } from '../../src/core/ist-time.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { queryPostgres } from '../support/postgres.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import type { ServerProcess } from '../support/server-process.ts';
import {
  cleanups,
  createDatabase,
  post,
  signIn,
  startNode,
  startTestProxy,
  stopNodesAfterEach,
  TODAY,
  waitUntil,
} from './postgres-nodes.ts';

stopNodesAfterEach();
const DEVICES = 10_000;
const KILLED_AFTER = 2_000;
const PUBLICATIONS = 15;
const DUE = instantOf(TODAY, '10:15');
/** Time to start the nodes. */
const BEFORE = 15 * SECOND;
const PATIENCE = 60 * SECOND;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Publishes results of former days, which are not pushed; returns how long each took. */
async function timePublications(node: ServerProcess, session: { Cookie: string }, firstDay: string) {
  const times: number[] = [];
  for (let index = 0; index < PUBLICATIONS; index += 1) {
    const date = addDays(firstDay, Math.floor(index / SLOTS.length));
    const slot = SLOTS[index % SLOTS.length] ?? '10:00';
    const digits = { digit1: '1', digit2: '2', digit3: '3', digit4: '4', digit5: '5' };
    const draw = { date, slot, drawNo: drawNumberFor(date, slot), ...digits, published: true };
    const started = performance.now();
    expect((await post(node, '/api/admin/draws', draw, session)).status).toBe(201);
    times.push(performance.now() - started);
  }
  return median(times);
}

/** Devices that get the result of 10:00. */
async function addDevices(database: string, service: PushService, count: number) {
  const devices = Array.from({ length: count }, () => service.subscribe());
  const rows = devices.map(({ endpoint, keys }) => ({ endpoint, ...keys, slots: '10:00', language: 'en' }));
  await queryPostgres(
    database,
    `insert into push_subscriptions select * from json_populate_recordset(null::push_subscriptions, '${JSON.stringify(rows)}')`,
  );
  return devices;
}

test('10,000 devices, two nodes and a kill', async () => {
  const database = await createDatabase();
  const service = await startPushService();
  cleanups.push(service.stop);
  const devices = await addDevices(database, service, DEVICES);
  const env = { WEBHOOK_PRIVATE_ADDRESSES: 'allow', CLOCK_START: new Date(DUE - BEFORE).toISOString() };
  const nodes = [await startNode(database, env), await startNode(database, env)] as const;
  const session = await signIn(nodes[0]);
  const before = await timePublications(nodes[1], session, '2026-10-01');
  expect(service.received).toHaveLength(0);

  await waitUntil(() => service.received.length >= KILLED_AFTER, PATIENCE);
  await nodes[0].kill();
  const sentAtKill = service.received.length;
  const during = await timePublications(nodes[1], session, '2026-09-01');
  const sentMeanwhile = service.received.length - sentAtKill;

  /** The batches that are left when the other node has nothing more to claim are those of the killed one. */
  const readBatches = () =>
    queryPostgres<{ id: string; endpoints: string }>(
      database,
      'select id, endpoints from push_batches where not exists (select 1 from push_runs where all_claimed = 0)',
    );
  await waitUntil(async () => {
    const handedOver = new Set(service.received.map(({ endpoint }) => endpoint));
    const left = (await readBatches()).flatMap(({ endpoints }) => JSON.parse(endpoints) as string[]);
    return devices.every(({ endpoint }) => handedOver.has(endpoint) || left.includes(endpoint));
  }, PATIENCE);
  const left = (await readBatches()).flatMap(({ endpoints }) => JSON.parse(endpoints) as string[]);
  await queryPostgres(database, 'update push_batches set due_at = 0');
  const isDone = async () => (await queryPostgres(database, 'select id from push_batches')).length === 0;
  await waitUntil(isDone, PATIENCE);

  const counts = new Map<string, number>();
  for (const { endpoint } of service.received) counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
  expect(devices.filter(({ endpoint }) => !counts.has(endpoint))).toEqual([]);
  const twice = [...counts].filter(([, count]) => count > 1).map(([endpoint]) => endpoint);
  // Only what the killed node had not recorded can have been sent twice.
  expect(twice.filter((endpoint) => !left.includes(endpoint))).toEqual([]);
  // The draw number is the tag of the notification, so the device shows it once.
  const repeated = service.received.filter(({ endpoint }) => twice.includes(endpoint));
  for (const message of repeated)
    expect(message.json()).toMatchObject({
      drawNo: drawNumberFor(TODAY, '10:00'),
    } satisfies Partial<ResultPush>);
  expect(new Set(service.received.map(({ headers }) => headers['topic']))).toEqual(
    new Set([drawNumberFor(TODAY, '10:00')]),
  );
  const [published] = await queryPostgres<{ late: number }>(
    database,
    `select published_at - ${DUE} as late from draws where date = '${TODAY}' and slot = '10:00'`,
  );
  console.info(
    `published ${published?.late} ms late; handed over to ${counts.size} devices, ${twice.length} of them twice after ` +
      `the kill; publication while ${sentMeanwhile} were pushed / before, median: ${(during / before).toFixed(2)} (${during.toFixed(1)} / ${before.toFixed(1)} ms)`,
  );
  expect(Number(published?.late)).toBeLessThanOrEqual(SECOND);
  expect(sentMeanwhile).toBeGreaterThan(0);
  expect(during / before).toBeLessThan(5);
}, 150_000);

test('no device gets a message twice because the connection to the database was cut', async () => {
  const database = await createDatabase();
  const line = await startTestProxy(database);
  const service = await startPushService();
  cleanups.push(service.stop);
  service.respond = (response) => void setTimeout(() => response.writeHead(201).end(), 50);
  const devices = await addDevices(database, service, 600);
  // The result is due, and published at the start.
  const clock = new Date(instantOf(TODAY, '10:20')).toISOString();
  await startNode(line.url, { WEBHOOK_PRIVATE_ADDRESSES: 'allow', CLOCK_START: clock });
  for (const sent of [100, 300]) {
    await waitUntil(() => service.received.length >= sent, PATIENCE);
    line.cut();
  }
  await waitUntil(async () => {
    const left = await queryPostgres(database, 'select id from push_batches');
    return left.length === 0 && service.received.length >= devices.length;
  }, PATIENCE);
  expect(new Set(service.received.map(({ endpoint }) => endpoint)).size).toBe(devices.length);
  expect(service.received).toHaveLength(devices.length);
}, 90_000);

/** Pushes while the connection to the database breaks. */
import { expect, test } from 'bun:test';
import { instantOf, SECOND } from '../../src/core/ist-time.ts';
import { queryPostgres } from '../support/postgres.ts';
import { addDevices } from '../support/push-devices.ts';
import { startPushService } from '../support/push-service.ts';
import { waitUntil } from '../support/wait-until.ts';
import {
  cleanups,
  createDatabase,
  startNode,
  startTestProxy,
  stopNodesAfterEach,
  TODAY,
} from './postgres-nodes.ts';

stopNodesAfterEach();
/** Without any message: a busy machine gives little time to the thread that pushes, which has a low priority. */
const PATIENCE = 60 * SECOND;

test('no device gets a message twice because the connection to the database was cut', async () => {
  const database = await createDatabase();
  const line = await startTestProxy(database);
  const service = await startPushService();
  cleanups.push(service.stop);
  service.respond = (response) => void setTimeout(() => response.writeHead(201).end(), 50);
  const devices = await addDevices(database, service, 150);
  // The result is due, and published at the start.
  const clock = new Date(instantOf(TODAY, '10:20')).toISOString();
  const env = { WEBHOOK_PRIVATE_ADDRESSES: 'allow', PUSH_HOSTS: '127.0.0.1', CLOCK_START: clock };
  await startNode(line.url, env);
  // The first claims of all workers are for 100 devices: the second cut comes while one of them claims again.
  for (const sent of [25, 125]) {
    await waitUntil(
      () => service.received.length >= sent,
      PATIENCE,
      () => service.received.length,
    );
    line.cut();
  }
  // Up to 45 s: what a cut connection has claimed is free again after 30 s, and looked for every 15 s.
  await waitUntil(() => service.received.length >= devices.length, PATIENCE);
  await waitUntil(
    async () => (await queryPostgres(database, 'select id from push_batches')).length === 0,
    PATIENCE,
  );
  expect(new Set(service.received.map(({ endpoint }) => endpoint)).size).toBe(devices.length);
  expect(service.received).toHaveLength(devices.length);
}, 150_000);

/** Readiness for a load balancer: from start to stop, and while the database is down. */
import { Database } from 'bun:sqlite';
import { expect, setDefaultTimeout, test } from 'bun:test';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { problemSchema } from '../../src/contract/problem.ts';
import {
  cleanups,
  createDatabase,
  launchNode,
  startNode,
  startTestProxy,
  stopNodesAfterEach,
} from '../faults/postgres-nodes.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { startServer } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { waitUntil } from '../support/wait-until.ts';
import { openApiSite } from './api-site.ts';

stopNodesAfterEach();

setDefaultTimeout(60_000);

const fetchReady = (node: { url: string }) => fetch(`${node.url}/api/ready`);

async function codeOf(response: Response): Promise<string> {
  expect(response.status).toBe(503);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  return problemSchema.parse(await response.json()).code;
}

test('a running node is ready; a stopping one accepts no connection, and finishes current requests', async () => {
  const node = await startServerProcess({ BACKUP_EVERY_HOURS: '0' });
  cleanups.push(() => node.stop('SIGKILL'));
  const response = await fetchReady(node);
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  expect(await response.json()).toEqual({ status: 'ready' });
  expect((await fetch(`${node.url}/api/ready`, { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(`${node.url}/api/ready`, { method: 'POST' })).status).toBe(405);

  const request = await beginRequest(node.url);
  const gone = node.stop();
  // The signal takes a moment to arrive.
  await waitUntil(() =>
    fetchReady(node).then(
      () => false,
      () => true,
    ),
  );
  expect(await request.finish()).toStartWith('HTTP/1.1 422 ');
  expect(await gone).toBe(0);
  await expect(fetchReady(node)).rejects.toThrow();
});

/** Sends a request without the end of its body. */
async function beginRequest(url: string): Promise<{ finish(): Promise<string> }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `POST /api/contact HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{`,
  );
  // Long enough for the request to reach the handler.
  await Bun.sleep(200);
  return {
    async finish() {
      let received = '';
      socket.setEncoding('utf8').on('data', (text: string) => (received += text));
      socket.write('}');
      await once(socket, 'close');
      return received;
    },
  };
}

test('a node that waits for its database is not ready until it has it', async () => {
  const line = await startTestProxy(await createDatabase());
  await line.close();
  const node = await launchNode(line.url);
  await waitUntil(() =>
    fetchReady(node).then(
      () => true,
      () => false,
    ),
  );
  await waitUntil(async () => (await codeOf(await fetchReady(node))) === 'database-down');
  await line.open();
  await waitUntil(async () => (await fetchReady(node)).status === 200, 30_000);
});

test.each(['silent', 'gone'] as const)('returns 503 for a database that is %s', async (how) => {
  const line = await startTestProxy(await createDatabase());
  const node = await startNode(line.url);
  if (how === 'silent') line.silence();
  else await line.close();
  const sentAt = performance.now();
  expect(await codeOf(await fetchReady(node))).toBe('database-down');
  expect(performance.now() - sentAt).toBeLessThan(2_500);
  if (how === 'silent') line.endSilence();
  else await line.open();
  await waitUntil(async () => (await fetchReady(node)).status === 200);
});

test('with a read-only database a node is unhealthy, but still ready', async () => {
  const dataDir = makeDataDir();
  const node = await startServer({ DATA_DIR: dataDir.path, BACKUP_EVERY_HOURS: '0' });
  cleanups.push(dataDir.remove, node.stop);
  using other = new Database(join(dataDir.path, 'swarna-chakra.db'));
  other.run('begin immediate');
  await waitUntil(async () => (await fetch(`${node.url}/api/health`)).status === 503);
  expect((await fetchReady(node)).status).toBe(200);
  other.run('rollback');
  await waitUntil(async () => (await fetch(`${node.url}/api/health`)).status === 200);
});

test('a node whose database a newer version has migrated is not ready, and refuses writes with 503', async () => {
  const dataDir = makeDataDir();
  const site = await openApiSite({ DATA_DIR: dataDir.path });
  cleanups.push(dataDir.remove, site.stop);
  using newer = new Database(join(dataDir.path, 'swarna-chakra.db'));
  newer.run(`insert into kysely_migration values ('9999-the-future', '2030-01-01T00:00:00.000Z')`);
  newer.run('alter table faqs rename column answer to text');
  const faq = { question: 'Why?', answer: 'Because.', order: 1 };
  for (let count = 0; count < 3; count += 1) {
    expect(await codeOf(await fetchReady(site.server))).toBe('database-down');
    expect(await codeOf(await site.admin('POST', '/api/admin/faqs', { body: faq }))).toBe('database-down');
  }
  expect((await site.anonymous('GET', '/api/health')).status).toBe(200);
  expect((await site.anonymous('GET', '/api/today')).status).toBe(200);
  const logged = site.server
    .output()
    .split('\n')
    .filter((line) => line.includes('newer version'));
  expect(logged).toHaveLength(1);
  expect(site.server.output()).not.toContain('request failed');
});

test('a node in maintenance is ready', async () => {
  const site = await openApiSite();
  cleanups.push(site.stop);
  const settings = await (await site.admin('GET', '/api/admin/settings')).json();
  await site.admin('PUT', '/api/admin/settings', { body: { ...settings, maintenanceMode: true } });
  expect((await site.anonymous('GET', '/api/today')).status).toBe(503);
  expect((await site.anonymous('GET', '/api/ready')).status).toBe(200);
});

/** Whether a load balancer should send requests to a node: from its start to its end, and while its database is away. */
import { Database } from 'bun:sqlite';
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { problemSchema } from '../../src/contract/problem.ts';
import {
  cleanups,
  createDatabase,
  launchNode,
  layTestLine,
  startNode,
  waitUntil,
} from '../faults/postgres-nodes.ts';
import { makeDataDir, type RunningServer, startServer } from '../support/server.ts';
import { openApiSite } from './api-site.ts';

setDefaultTimeout(60_000);

const askReady = (node: { url: string }) => fetch(`${node.url}/api/ready`);

async function codeOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(503);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
  return problemSchema.parse(await answer.json()).code;
}

async function startOnSqlite(): Promise<{ node: RunningServer; file: string }> {
  const dataDir = makeDataDir();
  const node = await startServer({ DATA_DIR: dataDir.path, BACKUP_EVERY_HOURS: '0' });
  cleanups.push(dataDir.remove, () => node.stop('SIGKILL'));
  return { node, file: join(dataDir.path, 'swarna-chakra.db') };
}

const startOn = {
  sqlite: async () => (await startOnSqlite()).node,
  postgres: async () => startNode(await createDatabase()),
};

describe.each(['sqlite', 'postgres'] as const)('on %s', (kind) => {
  test('a node that serves is ready', async () => {
    const node = await startOn[kind]();
    const answer = await askReady(node);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    expect(await answer.json()).toEqual({ status: 'ready' });
    expect((await fetch(`${node.url}/api/ready`, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${node.url}/api/ready`, { method: 'POST' })).status).toBe(405);
  });

  test('one that was told to stop accepts no connection, and finishes what is under way', async () => {
    const node = await startOn[kind]();
    const request = await beginRequest(node.url);
    const gone = node.stop();
    // The signal reaches it a moment later; until then it is ready.
    await waitUntil(() =>
      askReady(node).then(
        () => false,
        () => true,
      ),
    );
    expect(await request.finish()).toStartWith('HTTP/1.1 422 ');
    expect(await gone).toBe(0);
    await expect(askReady(node)).rejects.toThrow();
  });
});

/** Sends a request but for the end of its body. */
async function beginRequest(url: string): Promise<{ finish(): Promise<string> }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    `POST /api/contact HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{`,
  );
  // Long enough to have reached the handler.
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

test('a node that waits for its database is not ready, and is once it serves', async () => {
  const line = await layTestLine(await createDatabase());
  await line.close();
  const node = await launchNode(line.url);
  await waitUntil(() =>
    askReady(node).then(
      () => true,
      () => false,
    ),
  );
  await waitUntil(async () => (await codeOf(await askReady(node))) === 'database-down');
  await line.open();
  await waitUntil(async () => (await askReady(node)).status === 200, 30_000);
});

test.each(['silent', 'gone'] as const)('a database that is %s', async (how) => {
  const line = await layTestLine(await createDatabase());
  const node = await startNode(line.url);
  if (how === 'silent') line.silence();
  else await line.close();
  const askedAt = performance.now();
  expect(await codeOf(await askReady(node))).toBe('database-down');
  expect(performance.now() - askedAt).toBeLessThan(2_500);
  if (how === 'silent') line.endSilence();
  else await line.open();
  await waitUntil(async () => (await askReady(node)).status === 200);
});

test('a database that can only be read: the node is not well, but still ready to show pages', async () => {
  const { node, file } = await startOnSqlite();
  using other = new Database(file);
  other.run('begin immediate');
  await waitUntil(async () => (await fetch(`${node.url}/api/health`)).status === 503);
  expect((await askReady(node)).status).toBe(200);
  other.run('rollback');
  await waitUntil(async () => (await fetch(`${node.url}/api/health`)).status === 200);
});

test('maintenance does not take a node out', async () => {
  const site = await openApiSite();
  cleanups.push(site.stop);
  const settings = await (await site.admin('GET', '/api/admin/settings')).json();
  await site.admin('PUT', '/api/admin/settings', { body: { ...settings, maintenanceMode: true } });
  expect((await site.anonymous('GET', '/api/today')).status).toBe(503);
  expect((await site.anonymous('GET', '/api/ready')).status).toBe(200);
});

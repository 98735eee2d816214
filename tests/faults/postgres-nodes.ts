/** Nodes on a PostgreSQL whose connection a test can break, and requests to them. */
import { findFreePort } from '../../scripts/free-port.mjs';
import { readConfig } from '../../src/server/config.ts';
import { createServer } from '../../src/server/server.ts';
import { type Cleanups, cleanUpAfterEach } from '../support/cleanups.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { ADMIN, post } from '../support/node-requests.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { type PostgresProxy, startPostgresProxy } from '../support/postgres-proxy.ts';
import { DEFAULTS, type RunningServer } from '../support/running-server.ts';
import { startServer } from '../support/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

export const TODAY = '2026-11-15';

export const cleanups: Cleanups = [];

/** To be called by each test file that starts nodes. */
export const stopNodesAfterEach = () => cleanUpAfterEach(cleanups);

export async function createDatabase(): Promise<string> {
  const { url, release } = await createTestDatabase();
  cleanups.push(release);
  return url;
}

export async function startTestProxy(databaseUrl: string): Promise<PostgresProxy> {
  const line = await startPostgresProxy(databaseUrl);
  cleanups.push(line.close);
  return line;
}

const settingsFor = (url: string, env: Record<string, string>) => ({
  DATABASE_URL: url,
  AUTH_SECRET: 'a-secret-that-is-long-enough-for-all',
  BACKUP_EVERY_HOURS: '0',
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  TRUST_PROXY: '127.0.0.1',
  ...env,
});

export async function startNode(url: string, env: Record<string, string> = {}): Promise<RunningServer> {
  const node = await startServer(settingsFor(url, env));
  cleanups.push(node.stop);
  return node;
}

/** For tests that kill or freeze a node. */
export async function startNodeProcess(
  url: string,
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const node = await startServerProcess(settingsFor(url, env));
  cleanups.push(() => node.stop('SIGKILL'));
  return node;
}

/** Starts a node without waiting until it is ready. */
export async function launchNode(url: string): Promise<RunningServer> {
  const dataDir = makeDataDir();
  const port = await findFreePort();
  const env = settingsFor(url, { PORT: String(port), DATA_DIR: dataDir.path });
  let output = '';
  const server = await createServer({
    config: readConfig({ ...DEFAULTS, ...env }),
    write: (text) => {
      output += text;
    },
  });
  const starting = server.start();
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    // A start that goes on after the stop would leave its timers running.
    await starting;
    await server.stop('the test');
    dataDir.remove();
  };
  const node = {
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    stop: () => (stopping ??= stop()),
  };
  cleanups.push(node.stop);
  return node;
}

let searches = 0;
/** Every search is different, so that none comes from the cache. */
export function newSearch(): string {
  searches += 1;
  return `/api/draws?q=${searches}`;
}

export async function request(node: { url: string }, path = newSearch(), init: RequestInit = {}) {
  const startedAt = performance.now();
  const response = await fetch(node.url + path, init);
  const { status, headers } = response;
  const isProblem = headers.get('Content-Type')?.startsWith('application/problem+json');
  return {
    path,
    status,
    code: isProblem ? (await response.json()).code : null,
    retryAfter: headers.get('Retry-After'),
    took: performance.now() - startedAt,
  };
}

export interface LogLine {
  level: string;
  msg: string;
  requestId?: string;
  failedRequestId?: string;
  lastedMs?: number;
}

/** Stops the node and returns what it has logged, because only then all of it has arrived. */
export async function stopAndReadLog(node: RunningServer): Promise<LogLine[]> {
  await node.stop();
  return node
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

export const sendContact = (node: { url: string }, from: string): Promise<Response> =>
  post(
    node,
    '/api/contact',
    {
      name: 'Anu',
      phone: '9876543210',
      email: 'anu@example.org',
      message: `From ${from}`,
      consent: true,
    },
    { 'X-Forwarded-For': from },
  );

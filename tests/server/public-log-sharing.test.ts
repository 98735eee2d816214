/** The public log is cached, compressed and refused as other public routes, and stays open in maintenance mode. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createTestDatabase } from '../support/postgres.ts';
import { startPostgresProxy } from '../support/postgres-proxy.ts';
import { startServer } from '../support/server.ts';
import { describeOnSite } from './api-site.ts';
import { METRICS, scrape } from './metrics-site.ts';
import { ENTERED, expectProblem, fillLog, LOG_SETTINGS } from './public-log-site.ts';
import { type ReadKey, readWholeLog, tilePathOf, type WholeLog } from './public-log-verifier.ts';

// Starting PostgreSQL is slow on a busy machine.
setDefaultTimeout(30_000);

const PROOF = `/api/proof/${ENTERED}`;
const PATHS = ['/log/key', '/log/checkpoint', tilePathOf(0, 0, 256), tilePathOf('entries', 1, 30), PROOF];

describeOnSite({ env: LOG_SETTINGS, prepare: fillLog }, (site) => {
  const get = (path: string, headers: Record<string, string> = {}) =>
    site.anonymous('GET', path, { headers });

  test.each(PATHS)('%s has an ETag and can be read from any origin', async (path) => {
    const response = await get(path, { Origin: 'https://elsewhere.example' });
    const tag = response.headers.get('ETag') ?? '';
    expect(tag).toMatch(/^W\/".+"$/);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
    expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
    expect(response.headers.get('Vary')).toContain('Accept-Encoding');
    const unchanged = await get(path, { 'If-None-Match': tag });
    expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
    const head = await site.anonymous('HEAD', path, { headers: { 'Accept-Encoding': 'identity' } });
    expect([head.status, head.headers.get('ETag'), await head.text()]).toEqual([200, tag, '']);
    const body = Buffer.from(await response.arrayBuffer());
    expect(head.headers.get('Content-Length')).toBe(String(body.length));
    const preflight = await site.anonymous('OPTIONS', path, {
      headers: { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'GET' },
    });
    expect([preflight.status, preflight.headers.get('Access-Control-Allow-Origin')]).toEqual([204, '*']);
  });

  test.each(PATHS)('%s refuses other methods', async (path) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await site.anonymous(method, path, { body: {} });
      expect(response.headers.get('Allow')).toBe('GET, HEAD');
      await expectProblem(response, 405);
    }
  });

  test('a write to an unknown address is not found', async () => {
    await expectProblem(await site.anonymous('POST', '/log/nothing', { body: {} }), 404);
  });

  test.each(['br', 'zstd', 'gzip'])('bundles are compressed with %s', async (encoding) => {
    const path = tilePathOf('entries', 1, 256);
    const response = await get(path, { 'Accept-Encoding': encoding });
    const { headers } = await fetch(site.server.url + path, {
      headers: { 'Accept-Encoding': encoding },
      decompress: false,
    });
    expect(headers.get('Content-Encoding')).toBe(encoding);
    const plain = await get(path, { 'Accept-Encoding': 'identity' });
    expect(plain.headers.get('Content-Encoding')).toBeNull();
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.from(await plain.arrayBuffer()));
  });
  test('in maintenance mode the log can be read, but no proof', async () => {
    const settings = await (await site.admin('GET', '/api/admin/settings')).json();
    const set = async (maintenanceMode: boolean) => {
      const response = await site.admin('PUT', '/api/admin/settings', {
        body: { ...settings, maintenanceMode },
      });
      expect(response.status).toBe(200);
    };
    await set(true);
    try {
      await readWholeLog(site.server.url);
      await expectProblem(await get('/log/nothing'), 404);
      await expectProblem(await get(PROOF), 503);
      expect((await get('/logs')).status).toBe(503);
    } finally {
      await set(false);
    }
    expect((await get(PROOF)).status).toBe(200);
  });
});

test('the metrics count all tiles as one route', async () => {
  const server = await startServer({ ...LOG_SETTINGS, ...METRICS });
  try {
    for (const path of ['/log/tile/0/000', '/log/tile/0/x001/234', '/log/tile/entries/000.p/255'])
      await fetch(server.url + path);
    await fetch(`${server.url}/log/tile/0/x001/235`, { method: 'POST' });
    await fetch(`${server.url}/log/checkpoint`);
    await fetch(`${server.url}/log/nothing`);
    const found = await scrape(server);
    const count = (method: string, route: string, status: number) =>
      found.value(`swarna_requests_total{method="${method}",route="${route}",status="${status}"}`);
    expect(count('GET', '/log/tile/:level/:tile', 404)).toBe(3);
    expect(count('POST', '/log/tile/:level/:tile', 405)).toBe(1);
    expect(count('GET', '/log/checkpoint', 200)).toBe(1);
    expect(count('GET', 'other', 404)).toBe(1);
  } finally {
    await server.stop();
  }
});

/** Automation commits two days soon after the start. */
async function readLogWithSize(url: string, size: number): Promise<WholeLog> {
  for (;;) {
    const log = await readWholeLog(url);
    if (log.checkpoint.size >= size) return log;
    await Bun.sleep(100);
  }
}

describe('on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.release());

  test('every node signs the same log with the same key', async () => {
    const settings = { ...LOG_SETTINGS, DATABASE_URL: database.url };
    const nodes = [await startServer(settings), await startServer(settings)];
    try {
      const [one, other] = await Promise.all(nodes.map(({ url }) => readLogWithSize(url, 11)));
      expect(one?.key).toEqual(other?.key as ReadKey);
      expect(one?.note).toBe(other?.note ?? '');
    } finally {
      await Promise.all(nodes.map((node) => node.stop()));
    }
  });

  test('without the database the response is 503', async () => {
    const line = await startPostgresProxy(database.url);
    const server = await startServer({ ...LOG_SETTINGS, DATABASE_URL: line.url });
    try {
      await line.close();
      for (const path of PATHS) {
        const response = await fetch(server.url + path);
        expect(response.headers.get('Retry-After')).toBe('2');
        expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*');
        await expectProblem(response, 503);
      }
    } finally {
      await server.stop();
      await line.close();
    }
  });
});

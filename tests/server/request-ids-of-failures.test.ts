/** Each failed request has a log line with its id, also if several share one failure. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import pg from 'pg';
import {
  cleanups,
  createDatabase,
  startNode,
  stopAndReadLog,
  stopNodesAfterEach,
} from '../faults/postgres-nodes.ts';
import { signIn } from '../support/node-requests.ts';
import type { RunningServer } from '../support/running-server.ts';
import { METRICS, scrape, scrapeUntil } from './metrics-site.ts';
import { idOf } from './response-id.ts';

stopNodesAfterEach();

setDefaultTimeout(60_000);

describe('failures', () => {
  const AT_ONCE = 8;

  /** Renames a table while several requests wait for it, so that all of them fail. */
  async function failConcurrently(path: string): Promise<{ server: RunningServer; ids: string[] }> {
    const databaseUrl = await createDatabase();
    const server = await startNode(databaseUrl, METRICS);
    const client = new pg.Client(databaseUrl);
    await client.connect();
    cleanups.push(() => client.end());
    await client.query('begin; alter table faqs rename to faqs_away');
    const waiting = 'swarna_response_cache_misses_total';
    const before = (await scrape(server)).value(waiting);
    const requests = Array.from({ length: AT_ONCE }, () => fetch(server.url + path));
    await scrapeUntil(server, (found) => found.value(waiting) === before + AT_ONCE);
    await client.query('commit');
    const responses = await Promise.all(requests);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 500));
    return { server, ids: await Promise.all(responses.map(idOf)) };
  }

  test.each([
    ['/api/faqs', 'request failed'],
    ['/help', 'page failed'],
  ])(
    'concurrent requests that share one failed response of %s each have a log line',
    async (path, message) => {
      const { server, ids } = await failConcurrently(path);
      expect(new Set(ids).size).toBe(ids.length);
      const lines = await stopAndReadLog(server);
      const failed = lines.filter(({ msg }) => msg === message);
      expect(failed).toHaveLength(1);
      const others = lines.filter(({ msg }) => msg === 'request shared the failure of another');
      for (const { failedRequestId } of others) expect(failedRequestId).toBe(failed[0]?.requestId ?? '');
      expect([...failed, ...others].map(({ requestId }) => requestId ?? '').sort()).toEqual(ids.toSorted());
    },
  );

  test('a single failed request has its own log line', async () => {
    const { server } = await failConcurrently('/api/faqs');
    const cookie = await signIn(server);
    const response = await fetch(`${server.url}/api/admin/faqs`, { headers: cookie });
    expect(response.status).toBe(500);
    const id = await idOf(response);
    const lines = await stopAndReadLog(server);
    expect(lines.filter(({ requestId }) => requestId === id)).toMatchObject([{ msg: 'request failed' }]);
  });
});

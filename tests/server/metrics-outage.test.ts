/** Metrics on PostgreSQL and during its outage, and the start with a metrics port. */
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { SECOND } from '../../src/core/ist-time.ts';
import { serveMetrics } from '../../src/server/metrics/metrics-server.ts';
import { StartError } from '../../src/server/start-error.ts';
import {
  cleanups,
  createDatabase,
  startNode,
  startTestProxy,
  stopNodesAfterEach,
} from '../faults/postgres-nodes.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { launchServer } from '../support/server-process.ts';
import { openApiSite } from './api-site.ts';
import { METRICS, metricsUrlOf, scrape, scrapeUntil } from './metrics-site.ts';

stopNodesAfterEach();

setDefaultTimeout(90_000);

describe('on PostgreSQL', () => {
  test('the pool and the clock', async () => {
    const node = await startNode(await createDatabase(), { ...METRICS, CLOCK_START: '' });
    const found = await scrape(node);
    const inPool = ['in_use', 'idle'].map((state) =>
      found.value(`swarna_database_connections{state="${state}"}`),
    );
    expect(inPool.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    expect(found.value('swarna_database_connections{state="waiting"}')).toBe(0);
    expect(Math.abs(found.value('swarna_clock_offset_seconds'))).toBeLessThan(5);
    expect(found.value('swarna_feed_lag_entries')).toBe(0);
  });

  test.each(['silent', 'gone'] as const)(
    'a database that is %s: values that need it are left out',
    async (how) => {
      const line = await startTestProxy(await createDatabase());
      const node = await startNode(line.url, METRICS);
      const before = await scrape(node);
      expect(before.value('swarna_database_up')).toBe(1);
      const queried = [
        'swarna_mails_waiting',
        'swarna_feed_lag_entries',
        'swarna_results_overdue',
        'swarna_last_backup_timestamp_seconds',
      ];
      for (const name of queried) before.value(name);
      if (how === 'silent') line.silence();
      else await line.close();
      const startedAt = performance.now();
      await scrape(node);
      expect(performance.now() - startedAt).toBeLessThan(5 * SECOND);
      const during = await scrapeUntil(node, (found) => found.value('swarna_database_up') === 0);
      expect(during.value('swarna_database_writable')).toBe(0);
      expect(during.value('swarna_database_outages_total')).toBe(
        before.value('swarna_database_outages_total') + 1,
      );
      for (const name of queried) expect(during.series.has(name)).toBe(false);
      if (how === 'silent') line.endSilence();
      else await line.open();
      const after = await scrapeUntil(node, (found) => found.series.has('swarna_mails_waiting'));
      expect(after.value('swarna_database_up')).toBe(1);
    },
  );

  test('a node that waits for its database can be scraped', async () => {
    const line = await startTestProxy(await createDatabase());
    await line.close();
    const dataDir = makeDataDir();
    cleanups.push(dataDir.remove);
    const node = launchServer({
      ...METRICS,
      DATA_DIR: dataDir.path,
      DATABASE_URL: line.url,
      AUTH_SECRET: 'a-secret-that-is-long-enough-for-all',
    });
    cleanups.push(() => void node.child.kill('SIGKILL'));
    while (!node.output().includes('The start waits for it')) await Bun.sleep(20);
    const found = await scrape(node);
    expect(found.value('swarna_database_up')).toBe(0);
    expect(found.series.has('swarna_streams_open{audience="public"}')).toBe(false);
    node.child.kill('SIGTERM');
    expect(await node.ended).toBe(0);
    await expect(fetch(metricsUrlOf(node))).rejects.toThrow();
  });
});

describe('the metrics port', () => {
  test('is refused with one line if it is taken', async () => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    cleanups.push(() => other.close());
    const { port } = other.address() as { port: number };
    const nothing = { scrape: async () => '', contentType: 'text/plain' };
    expect(() => serveMetrics({ host: '127.0.0.1', port }, nothing)).toThrow(
      new StartError(`Port ${port} on 127.0.0.1 is already taken. Set METRICS_PORT to another one.`),
    );
  });

  test('is not opened unless it is configured', async () => {
    const site = await openApiSite();
    cleanups.push(site.stop);
    expect(() => metricsUrlOf(site.server)).toThrow();
  });
});

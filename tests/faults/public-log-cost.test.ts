/** The public log is as cheap as other shared responses: it is served from the cache. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { SETTINGS, signInTo } from '../server/api-site.ts';
import { METRICS, scrape } from '../server/metrics-site.ts';
import { fillLog, LOG_SETTINGS } from '../server/public-log-site.ts';
import { tilePathOf } from '../server/public-log-verifier.ts';
import type { RunningServer } from '../support/running-server.ts';
import { startServer } from '../support/server.ts';

setDefaultTimeout(60_000);

const PATHS = ['/api/today', '/log/checkpoint', tilePathOf(0, 0, 256), tilePathOf('entries', 0, 256)];
const ROUNDS = 5;
const AT_ONCE = 10;
/** A checkpoint is kept for two seconds. Without a cache every request would be a miss. */
const MOST_MISSES = (ROUNDS * AT_ONCE * PATHS.length) / 10;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ ...SETTINGS, ...LOG_SETTINGS, ...METRICS });
  await fillLog(await signInTo(server));
});
afterAll(() => server?.stop());

async function request(path: string): Promise<void> {
  const responses = Array.from({ length: AT_ONCE }, async () => {
    const response = await fetch(server.url + path, { headers: { 'Accept-Encoding': 'identity' } });
    await response.arrayBuffer();
    return response.status;
  });
  expect(await Promise.all(responses)).toEqual(Array.from({ length: AT_ONCE }, () => 200));
}

test('checkpoints and full tiles are served from the cache', async () => {
  const missesNow = async () => (await scrape(server)).value('swarna_response_cache_misses_total') ?? 0;
  // All that wait for the same response are misses.
  for (const path of PATHS) await (await fetch(server.url + path)).arrayBuffer();
  const before = await missesNow();
  for (let round = 0; round < ROUNDS; round += 1) for (const path of PATHS) await request(path);
  expect((await missesNow()) - before).toBeLessThan(MOST_MISSES);
});

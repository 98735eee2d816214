/** The public log is as cheap as other shared responses: it is served from the cache. Prints the speeds side by side. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { SETTINGS, signInTo } from '../server/api-site.ts';
import { METRICS, scrape } from '../server/metrics-site.ts';
import { fillLog, LOG_SETTINGS } from '../server/public-log-site.ts';
import { tilePathOf } from '../server/public-log-verifier.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';

setDefaultTimeout(60_000);

const PATHS = ['/api/today', '/log/checkpoint', tilePathOf(0, 0, 256), tilePathOf('entries', 0, 256)];
const ROUNDS = 5;
const REQUESTS = 50;
const AT_ONCE = 10;
/** A checkpoint is kept for two seconds. Without a cache every request would be a miss. */
const MOST_MISSES = (ROUNDS * REQUESTS * PATHS.length) / 10;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ ...SETTINGS, ...LOG_SETTINGS, ...METRICS });
  await fillLog(await signInTo(server));
});
afterAll(() => server?.stop());

async function timeRequests(path: string): Promise<number> {
  const startedAt = performance.now();
  for (let sent = 0; sent < REQUESTS; sent += AT_ONCE) {
    const responses = Array.from({ length: AT_ONCE }, async () => {
      const response = await fetch(server.url + path, { headers: { 'Accept-Encoding': 'identity' } });
      await response.arrayBuffer();
      return response.status;
    });
    expect(await Promise.all(responses)).toEqual(Array.from({ length: AT_ONCE }, () => 200));
  }
  return performance.now() - startedAt;
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

test('checkpoints and full tiles are served from the cache', async () => {
  const missesNow = async () => (await scrape(server)).value('swarna_response_cache_misses_total') ?? 0;
  const before = await missesNow();
  const durations = PATHS.map((path) => ({ path, rounds: [] as number[] }));
  // In turn, because the machine is not equally busy all the time.
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { path, rounds } of durations) rounds.push(await timeRequests(path));
  const misses = (await missesNow()) - before;
  const medians = durations.map(({ path, rounds }) => ({ path, milliseconds: medianOf(rounds) }));
  const reference = medians[0]?.milliseconds ?? 0;
  for (const { path, milliseconds } of medians) {
    const perSecond = Math.round((REQUESTS * 1_000) / milliseconds);
    console.log(`   ${path}: ${perSecond}/s, ${(reference / milliseconds).toFixed(2)} of ${PATHS[0]}`);
  }
  expect(misses).toBeLessThan(MOST_MISSES);
});

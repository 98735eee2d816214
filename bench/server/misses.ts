/** A page that must be rendered again after a change, beside the same page from the cache. */
import type { Measurement } from '../measurement.ts';
import { startSite } from '../site.ts';
import type { Assignment, Subject } from '../subject.ts';

const PATHS = { 'home `/`': '/', 'charts `/results`': '/results', '`/api/today`': '/api/today' };

/** What follows a publication, such as messages to webhooks, is not measured. */
const SETTLE = 100;

export const misses: Subject = {
  name: 'misses',
  title: 'After a change',
  method:
    'A result is published or withdrawn, which makes everything in the cache stale. The first request afterwards renders and compresses the response; the second gets it from the cache. Both are sent over one open connection.',
  run: measureMisses,
};

async function measureMisses({ quick, progress }: Assignment): Promise<Measurement[]> {
  const changes = quick ? 4 : 40;
  await using site = await startSite();
  const measurements: Measurement[] = [];
  for (const [name, path] of Object.entries(PATHS)) {
    progress(`${name}: ${changes} changes`);
    const missed: number[] = [];
    const hit: number[] = [];
    await timeRequest(site.url + path);
    for (let change = 0; change < changes; change += 1) {
      await site.send(change % 2 === 0 ? site.publish : site.withdraw);
      await Bun.sleep(SETTLE);
      missed.push(await timeRequest(site.url + path));
      hit.push(await timeRequest(site.url + path));
    }
    measurements.push({ name, unit: 'ms', ours: missed, anchor: { name: 'from the cache', samples: hit } });
  }
  return measurements;
}

/** In milliseconds. */
async function timeRequest(url: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url, { headers: { 'Accept-Encoding': 'br' } });
  await response.bytes();
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  return performance.now() - startedAt;
}

/** A server whose metrics a test scrapes. */

import { parseScrape, type Scrape } from '../support/prometheus-text.ts';
import type { RunningServer } from '../support/server.ts';

/** Any free port. */
export const METRICS = { METRICS_PORT: '0' };

export function metricsUrlOf({ output }: Pick<RunningServer, 'output'>): string {
  const line = output()
    .split('\n')
    .find((text) => text.includes('"msg":"metrics"'));
  if (!line) throw new Error('the log does not name the port of the metrics');
  return JSON.parse(line).url;
}

export async function scrapeText(server: Pick<RunningServer, 'output'>): Promise<string> {
  const answer = await fetch(metricsUrlOf(server));
  if (answer.status !== 200) throw new Error(`the scrape was answered with ${answer.status}`);
  return answer.text();
}

export const scrape = async (server: Pick<RunningServer, 'output'>): Promise<Scrape> =>
  parseScrape(await scrapeText(server));

/** Scrapes until a condition holds: values that need a query are a few seconds old. */
export async function scrapeUntil(
  server: Pick<RunningServer, 'output'>,
  holds: (found: Scrape) => boolean,
  most = 20_000,
): Promise<Scrape> {
  const startedAt = performance.now();
  for (;;) {
    const found = await scrape(server);
    if (holds(found)) return found;
    if (performance.now() - startedAt > most) throw new Error('the metrics did not get there');
    await Bun.sleep(100);
  }
}

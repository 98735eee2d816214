/** Scrapes the metrics of a running server. */

import { parseScrape, type Scrape } from '../support/prometheus-text.ts';
import type { RunningServer } from '../support/running-server.ts';

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
  const response = await fetch(metricsUrlOf(server));
  if (response.status !== 200) throw new Error(`the scrape returned ${response.status}`);
  return response.text();
}

export const scrape = async (server: Pick<RunningServer, 'output'>): Promise<Scrape> =>
  parseScrape(await scrapeText(server));

/** Scrapes until a condition is true: values that need a query are a few seconds old. */
export async function scrapeUntil(
  server: Pick<RunningServer, 'output'>,
  holds: (found: Scrape) => boolean,
  most = 20_000,
): Promise<Scrape> {
  const startedAt = performance.now();
  for (;;) {
    const found = await scrape(server);
    if (holds(found)) return found;
    if (performance.now() - startedAt > most)
      throw new Error('the metrics did not reach the expected values');
    await Bun.sleep(100);
  }
}

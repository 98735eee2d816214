/** Serves the metrics for Prometheus on a separate port. */

import { codeOf } from '../errors.ts';
import { StartError } from '../start-error.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsServer {
  url: string;
  stop(): Promise<void>;
}

const PATH = '/metrics';

/** Called early, so that a start without the database can be monitored. */
export function serveMetrics(
  { host, port }: { host: string; port: number },
  { scrape, contentType }: Pick<Metrics, 'scrape' | 'contentType'>,
): MetricsServer {
  const server = listen(host, port, async () => {
    return new Response(await scrape(), { headers: { 'Content-Type': contentType } });
  });
  return {
    url: new URL(PATH, server.url).href,
    stop: () => server.stop(true),
  };
}

function listen(hostname: string, port: number, handle: () => Promise<Response>): Bun.Server<undefined> {
  try {
    return Bun.serve({
      hostname,
      port,
      development: false,
      reusePort: false,
      routes: { [PATH]: { GET: handle, HEAD: handle } },
      fetch: () => new Response('Not found\n', { status: 404 }),
    });
  } catch (error) {
    const isTaken = codeOf(error) === 'EADDRINUSE';
    throw new StartError(
      isTaken
        ? `Port ${port} on ${hostname} is already taken. Set METRICS_PORT to another one.`
        : `Cannot listen on ${hostname}:${port}. Check METRICS_HOST and METRICS_PORT.`,
    );
  }
}

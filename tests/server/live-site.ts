/** The live stream over HTTP on a test's database, in the test's process. */

import { randomBytes, randomUUID } from 'node:crypto';
import { startClock, systemTimers } from '../../src/server/clock.ts';
import { problemResponse, toAppError } from '../../src/server/errors.ts';
import { createLive, type Live } from '../../src/server/live/live.ts';
import type { StreamLimits } from '../../src/server/live/stream-limits.ts';
import { createLog } from '../../src/server/log.ts';
import type { ServiceContext } from '../../src/server/services/context.ts';
import type { DatabaseLocation } from '../../src/server/storage/engines/database.ts';
import type { TestEngine } from '../support/databases.ts';
import { type LiveClient, listenTo } from '../support/live-client.ts';

export interface LiveSite {
  live: Live;
  services: ServiceContext;
  url: string;
  /** Opens the public or the staff stream. */
  listen(options?: { audience?: 'public' | 'admin'; after?: string }): Promise<LiveClient>;
  /** Sets whether staff still have access. */
  allowStaff(allowed: boolean): void;
  /** The lines that were logged. */
  lines: string[];
}

export interface LiveSiteOptions {
  /** The database of another site, to start a second node on it. */
  location?: DatabaseLocation;
  limits?: StreamLimits;
}

export async function startLiveSite(
  engine: TestEngine,
  { location, limits }: LiveSiteOptions = {},
): Promise<LiveSite> {
  const database = await engine.open(location);
  const lines: string[] = [];
  const clock = startClock(null);
  const log = createLog('info', clock, (line) => lines.push(line));
  const live = createLive({ database, clock, timers: systemTimers, log, node: randomUUID() }, limits);
  let staffAllowed = true;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    development: false,
    async fetch(request, self) {
      const { pathname, searchParams } = new URL(request.url);
      const audience = pathname === '/api/admin/live' ? 'admin' : 'public';
      try {
        return await live.openStream({
          audience,
          after: request.headers.get('last-event-id') ?? searchParams.get('after'),
          source: audience === 'admin' ? 'an account' : '203.0.113.1',
          keepOpen: () => self.timeout(request, 0),
          signal: request.signal,
          ...(audience === 'admin' && { stillAllowed: async () => staffAllowed }),
        });
      } catch (error) {
        return problemResponse(toAppError(error));
      }
    },
  });
  await live.start();
  engine.cleanUp(async () => {
    await live.stop();
    await server.stop(true);
  });
  const url = server.url.origin;
  return {
    live,
    services: {
      database,
      clock,
      randomBytes,
      publicLog: { baseUrl: 'http://localhost', beaconChain: null },
      changed: live.wake,
    },
    url,
    async listen({ audience = 'public', after } = {}) {
      const path = audience === 'public' ? '/api/live' : '/api/admin/live';
      const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
      const client = await listenTo(url + path + query);
      engine.cleanUp(() => client.close());
      return client;
    },
    allowStaff(allowed) {
      staffAllowed = allowed;
    },
    lines,
  };
}

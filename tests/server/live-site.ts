/** The live stream over HTTP on a test's database, in the test's process. */

import { randomBytes, randomUUID } from 'node:crypto';
import { startClock, systemTimers } from '../../src/server/clock.ts';
import { problemResponse, toAppError } from '../../src/server/errors.ts';
import { takePort } from '../../src/server/http/listen.ts';
import { createLive, type Live } from '../../src/server/live/live.ts';
import type { StreamLimits } from '../../src/server/live/stream-limits.ts';
import type { EventStreamRequest, SocketRequest } from '../../src/server/live/streams.ts';
import { createLog } from '../../src/server/log.ts';
import type { ServiceContext } from '../../src/server/services/context.ts';
import type { DatabaseLocation } from '../../src/server/storage/engines/database.ts';
import type { TestEngine } from '../support/databases.ts';
import { type LiveClient, listenBySocket, listenTo } from '../support/live-client.ts';

export interface LiveSite {
  live: Live;
  services: ServiceContext;
  url: string;
  /** Opens the public or the staff stream. */
  listen(options?: {
    audience?: 'public' | 'admin';
    after?: string;
    bySocket?: boolean;
  }): Promise<LiveClient>;
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
  const listener = takePort('127.0.0.1', 0);
  listener.setHandler(async (request, self) => {
    const { pathname, searchParams } = new URL(request.url);
    const audience = pathname === '/api/admin/live' ? 'admin' : 'public';
    const streamRequest = {
      audience,
      after: request.headers.get('last-event-id') ?? searchParams.get('after'),
      source: audience === 'admin' ? 'an account' : '203.0.113.1',
      keepOpen: () => self.timeout(request, 0),
      signal: request.signal,
      upgrade: (client) => self.upgrade(request, { data: client }),
      ...(audience === 'admin' && { stillAllowed: async () => staffAllowed }),
    } satisfies EventStreamRequest & SocketRequest;
    try {
      if (!request.headers.has('upgrade')) return await live.openStream(streamRequest);
      await live.openSocket(streamRequest);
      return new Response(null, { status: 101 });
    } catch (error) {
      return problemResponse(toAppError(error));
    }
  });
  await live.start();
  engine.cleanUp(async () => {
    await live.stop();
    await listener.drain(0);
  });
  const url = `http://127.0.0.1:${listener.port}`;
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
    async listen({ audience = 'public', after, bySocket = false } = {}) {
      const path = audience === 'public' ? '/api/live' : '/api/admin/live';
      const query = after === undefined ? '' : `?after=${encodeURIComponent(after)}`;
      const client = await (bySocket ? listenBySocket : listenTo)(url + path + query);
      engine.cleanUp(() => client.close());
      return client;
    },
    allowStaff(allowed) {
      staffAllowed = allowed;
    },
    lines,
  };
}

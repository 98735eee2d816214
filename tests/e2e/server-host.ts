/** A program that runs the servers of one Playwright worker, so that they share the loaded modules. */
import { type LocalBeacon, startBeacon } from '../support/beacon-chain.ts';
import { createMovableTime, type MovableTime } from '../support/movable-time.ts';
import type { RunningServer } from '../support/running-server.ts';
import { type SiteContent, seedSite } from '../support/seed-site.ts';
import { startServer } from '../support/server.ts';

/** The requests to the host, by path; all are sent with POST. */
export interface HostRequests {
  '/start': { env: Record<string, string>; content?: Partial<SiteContent> };
  '/stop': { url: string };
  '/move-time': { url: string; milliseconds: number };
}

/** The response to `/start`. */
export interface HostedStart {
  url: string;
  /** What the server printed while it started. */
  printed: string;
}

let beacon: LocalBeacon | undefined;

/** `BEACON: 'local'` becomes the setting of a beacon in this process. */
function withLocalBeacon(env: Record<string, string>): Record<string, string> {
  if (env['BEACON'] !== 'local') return env;
  beacon ??= startBeacon();
  return { ...env, BEACON: beacon.setting };
}

const running = new Map<string, RunningServer & MovableTime>();

function find(url: string): RunningServer & MovableTime {
  const server = running.get(url);
  if (!server) throw new Error(`No server has the address ${url}.`);
  return server;
}

const actions: { [Path in keyof HostRequests]: (request: HostRequests[Path]) => Promise<unknown> } = {
  async '/start'({ env, content }): Promise<HostedStart> {
    const time = createMovableTime();
    if (content) await seedSite(env['DATA_DIR'] ?? '', content);
    const server = await startServer(withLocalBeacon(env), time);
    running.set(server.url, { ...server, ...time });
    return { url: server.url, printed: server.output() };
  },
  async '/stop'({ url }) {
    await find(url).stop();
    running.delete(url);
  },
  '/move-time': ({ url, milliseconds }) => find(url).moveForward(milliseconds),
};

const control = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 60,
  async fetch(request) {
    const path = new URL(request.url).pathname as keyof HostRequests;
    const action = actions[path] as (body: unknown) => Promise<unknown>;
    return Response.json((await action(await request.json())) ?? null);
  },
  error: (error) => new Response(Bun.inspect(error), { status: 500 }),
});

console.log(control.url.href);

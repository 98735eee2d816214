/** Starts servers for the tests of a Playwright worker, all in one process. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { bun, root } from '../../scripts/project.mjs';
import type { SiteContent } from '../support/seed-site.ts';
import type { HostedStart, HostRequests } from './server-host.ts';

export interface HostedServer extends HostedStart {
  stop(): Promise<void>;
  /** Moves its time forward. */
  moveTime(milliseconds: number): Promise<void>;
  /** Suspends the process, with all servers of the worker: connections stay open, without responses. */
  freeze(): void;
  unfreeze(): void;
}

export interface Servers {
  /** `content` is written into the database before the start, and needs a DATA_DIR. */
  start(env?: Record<string, string>, content?: Partial<SiteContent>): Promise<HostedServer>;
  /** Ends the process with all its servers. */
  end(): Promise<void>;
}

export async function startServerHost(): Promise<Servers> {
  const host = spawn(bun, ['--no-orphans', 'tests/e2e/server-host.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(host, 'exit');
  const [control] = await once(createInterface(host.stdout), 'line');

  async function send<Path extends keyof HostRequests, Result>(
    path: Path,
    body: HostRequests[Path],
  ): Promise<Result> {
    const response = await fetch(new URL(path, control), { method: 'POST', body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as Result;
  }

  return {
    async start(env = {}, content) {
      const started = await send<'/start', HostedStart>('/start', { env, ...(content && { content }) });
      const { url } = started;
      return {
        ...started,
        stop() {
          host.kill('SIGCONT');
          return send('/stop', { url });
        },
        moveTime: (milliseconds) => send('/move-time', { url, milliseconds }),
        freeze: () => void host.kill('SIGSTOP'),
        unfreeze: () => void host.kill('SIGCONT'),
      };
    },
    async end() {
      host.kill('SIGKILL');
      await ended;
    },
  };
}

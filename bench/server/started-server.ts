/** Starts a server, ours or an empty one, and measures the time until its first response. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { findFreePort } from '../../scripts/free-port.mjs';
import { bun, root } from '../../scripts/project.mjs';
import { SITE_CONTENT } from '../../tests/e2e/site-content.ts';
import { makeDataDir } from '../../tests/support/data-dir.ts';
import { seedSite } from '../../tests/support/seed-site.ts';
import { launchServer, startServerProcess } from '../../tests/support/server-process.ts';
import { SERVER_CORE } from '../machine.ts';
import { SETTINGS } from '../site.ts';

export interface StartedServer extends AsyncDisposable {
  url: string;
  pid: number;
  /** Milliseconds from the start of the process to the first response with status 200 for the path. */
  startedWithin: number;
}

type Launch = (port: string) => { pid: number | undefined; end(): Promise<unknown> };

const START_DEADLINE = 20_000;

async function start(launch: Launch, path: string): Promise<StartedServer> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const launchedAt = performance.now();
  const { pid = 0, end } = launch(String(port));
  while (!(await isServing(url + path))) {
    if (performance.now() - launchedAt > START_DEADLINE) throw new Error('a server did not start');
    await Bun.sleep(1);
  }
  return {
    url,
    pid,
    startedWithin: performance.now() - launchedAt,
    async [Symbol.asyncDispose]() {
      await end();
    },
  };
}

const isServing = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (response) => {
      await response.bytes();
      return response.status === 200;
    },
    () => false,
  );

export const startEmptyServer = (path: string): Promise<StartedServer> =>
  start((port) => {
    const program = [bun, '--no-orphans', 'bench/server/empty-server-program.ts'];
    const child = spawn('taskset', ['-c', String(SERVER_CORE), ...program], {
      cwd: root,
      env: { ...process.env, PORT: port },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const ended = once(child, 'exit');
    return {
      pid: child.pid,
      async end() {
        child.kill();
        await ended;
      },
    };
  }, path);

export interface PreparedSite extends Disposable {
  start(path: string): Promise<StartedServer>;
}

/** A site with content that has been started before, so that its database is complete. */
export async function prepareSite(): Promise<PreparedSite> {
  const dataDir = makeDataDir();
  const settings = { ...SETTINGS, DATA_DIR: dataDir.path };
  await seedSite(dataDir.path, SITE_CONTENT);
  await (await startServerProcess(settings)).stop();
  return {
    start: (path) =>
      start((port) => {
        const { child, ended } = launchServer({ ...settings, PORT: port }, { core: SERVER_CORE });
        return {
          pid: child.pid,
          async end() {
            child.kill();
            await ended;
          },
        };
      }, path),
    [Symbol.dispose]: dataDir.remove,
  };
}

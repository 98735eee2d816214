/** Runs the server until a signal stops it. */
import type { Config } from './config.ts';
import { DatabaseDown } from './errors.ts';
import { builtSite, type Site } from './http/site.ts';
import { createServer } from './server.ts';
import { StartError } from './start-error.ts';

/** Resolves once it is started. Takes a function, because an invalid setting is reported as a failure to start. */
export async function runServer(readConfig: () => Config): Promise<void> {
  try {
    await start(readConfig());
  } catch (error) {
    if (!(error instanceof StartError || error instanceof DatabaseDown)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

async function start(config: Config): Promise<void> {
  const server = await createServer({
    config,
    write: (text) => void process.stdout.write(text),
    isTerminal: process.stdout.isTTY,
    openSite: () => chooseSite(process.argv[2]),
  });
  let isStopping = false;
  const stop = async (signal: string): Promise<void> => {
    // A second signal, as Ctrl-C under npm sends it, must not stop it twice.
    if (isStopping) return;
    isStopping = true;
    await server.stop(signal);
    process.exit(0);
  };
  // Registered before the start, which may have to wait for the database.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(signal));
  await server.start();
  // Frees what only the start needed: a site at rest would keep it.
  Bun.gc(true);
}

/** `--dev=PORT` serves the pages from Vite on that port instead of from the build. */
async function chooseSite(option = ''): Promise<Site> {
  const [, vitePort] = /^--dev=(\d+)$/.exec(option) ?? [];
  if (!vitePort) return builtSite;
  const { startViteSite } = await import('./http/vite-site.ts');
  return await startViteSite(Number(vitePort));
}

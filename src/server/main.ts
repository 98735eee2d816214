/** Runs the server with the settings of the environment, until a signal stops it. */

import { readConfig } from './config.ts';
import { DatabaseDown } from './errors.ts';
import { builtSite, type Site } from './http/site.ts';
import { createServer } from './server.ts';
import { StartError } from './start-error.ts';

async function run(): Promise<void> {
  const server = await createServer({
    config: readConfig(),
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
}

/** `--dev=PORT` serves the pages from Vite on that port instead of from the build. */
async function chooseSite(option = ''): Promise<Site> {
  const [, vitePort] = /^--dev=(\d+)$/.exec(option) ?? [];
  if (!vitePort) return builtSite;
  const { startViteSite } = await import('./http/vite-site.ts');
  return await startViteSite(Number(vitePort));
}

try {
  await run();
} catch (error) {
  if (!(error instanceof StartError || error instanceof DatabaseDown)) throw error;
  console.error(error.message);
  process.exit(1);
}

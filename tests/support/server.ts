/** Starts a server in the process of the test, where its modules are loaded already. */
import { readConfig } from '../../src/server/config.ts';
import { builtSite, type Site } from '../../src/server/http/site.ts';
import type { StaticFiles } from '../../src/server/http/static-files.ts';
import { createServer, type ServerOptions } from '../../src/server/server.ts';
import { makeDataDir } from './data-dir.ts';
import { DEFAULTS, type RunningServer } from './running-server.ts';
import { writeMigratedFile } from './sqlite-template.ts';

/** By the headers they are sent with: the files of the build are the same for all servers. */
const files = new Map<string, StaticFiles>();

const sharedSite: Site = {
  loadPages: builtSite.loadPages,
  loadFiles(commonHeaders) {
    const key = JSON.stringify(commonHeaders);
    const loaded = files.get(key) ?? builtSite.loadFiles(commonHeaders);
    files.set(key, loaded);
    return loaded;
  },
};

/**
 * Starts a server on a free port.
 * Without DATA_DIR it gets a temporary folder, which is removed when the server stops.
 */
export async function startServer(
  env: Record<string, string> = {},
  time: Pick<ServerOptions, 'machine' | 'timers'> = {},
): Promise<RunningServer> {
  const dataDir = env['DATA_DIR'] ? undefined : makeDataDir();
  const config = readConfig({ ...DEFAULTS, ...(dataDir && { DATA_DIR: dataDir.path }), ...env });
  if (dataDir && config.database.kind === 'sqlite') await writeMigratedFile(config.database.file);
  let output = '';
  const server = await createServer({
    config,
    write: (text) => {
      output += text;
    },
    openSite: async () => sharedSite,
    ...time,
  });
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await server.stop('the test');
    dataDir?.remove();
  };
  const running = { url: server.url, output: () => output, stop: () => (stopping ??= stop()) };
  try {
    await server.start();
  } catch (error) {
    await running.stop();
    throw new Error(`The server did not start:\n${output}`, { cause: error });
  }
  return running;
}

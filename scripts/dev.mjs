/** npm run dev: the real server, with hot reloading of pages; a change of server code restarts it. */
import { findFreePort } from './free-port.mjs';
import { ensureInstalled } from './install.mjs';
import { bun } from './project.mjs';
import { run, runCommand } from './run.mjs';

await runCommand(async () => {
  await ensureInstalled({ withDev: true });
  // The same port after every restart: the open page reconnects to it.
  const vitePort = await findFreePort();
  const watchOptions = ['--watch', '--no-clear-screen', '--no-orphans'];
  const env = { ...process.env, NODE_ENV: 'development' };
  const { code } = await run(bun, [...watchOptions, 'src/server/main.ts', `--dev=${vitePort}`], { env });
  return code;
});

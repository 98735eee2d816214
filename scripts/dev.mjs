/** npm run dev: the real server on the source itself; pages change in place, server code restarts it. */
import { findFreePort } from './free-port.mjs';
import { ensureInstalled } from './install.mjs';
import { bun } from './project.mjs';
import { run, runCommand } from './run.mjs';

await runCommand(async () => {
  await ensureInstalled({ withDev: true });
  // One port for all restarts: the open page waits there for the server to come back.
  const vitePort = await findFreePort();
  const watching = ['--watch', '--no-clear-screen', '--no-orphans'];
  const env = { ...process.env, NODE_ENV: 'development' };
  const { code } = await run(bun, [...watching, 'src/server/main.ts', `--dev=${vitePort}`], { env });
  return code;
});

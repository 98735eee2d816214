/** npm run mutate: makes small faults in copies of the source and counts how many of them a test notices. */
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { ensureNginx } from './nginx.mjs';
import { ensurePgBouncer } from './pgbouncer.mjs';
import { bun } from './project.mjs';
import { run, runCommand } from './run.mjs';
import { makeScratchFolders } from './scratch-folders.mjs';

await runCommand(async () => {
  await ensureInstalled({ withDev: true });
  await ensureBuilt();
  await ensurePgBouncer();
  await ensureNginx();
  const chromium = await ensureChromium();
  const scratch = makeScratchFolders('swarna-mutants-');
  try {
    const env = { ...process.env, TMPDIR: scratch.path, CHROMIUM_PATH: chromium };
    const args = ['--no-orphans', 'tests/mutation/main.ts', ...process.argv.slice(2)];
    return (await run(bun, args, { env })).code;
  } finally {
    scratch.remove();
  }
});

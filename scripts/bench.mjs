/** npm run bench: measures the site beside nginx, nchan and other pages; writes docs/performance.md. */
import { ensureBenchPrograms } from './bench-programs.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled, ensureLighthouse } from './install.mjs';
import { bun } from './project.mjs';
import { run, runCommand } from './run.mjs';
import { makeScratchFolders } from './scratch-folders.mjs';

await runCommand(async () => {
  await ensureInstalled({ withDev: true });
  await ensureBuilt();
  await ensureBenchPrograms();
  await ensureLighthouse();
  const chromium = await ensureChromium();
  const scratch = makeScratchFolders('swarna-bench-');
  try {
    const env = { ...process.env, TMPDIR: scratch.path, CHROMIUM_PATH: chromium };
    const args = ['--no-orphans', 'bench/main.ts', ...process.argv.slice(2)];
    return (await run(bun, args, { env })).code;
  } finally {
    scratch.remove();
  }
});

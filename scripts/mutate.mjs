/** npm run mutate: mutation testing; changes copies of the source and counts the changes that make a test fail. */
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { bun } from './project.mjs';
import { run, runCommand } from './run.mjs';
import { makeScratchFolders } from './scratch-folders.mjs';
import { ensureTestPrograms } from './test-programs.mjs';

await runCommand(async () => {
  await ensureInstalled({ withDev: true });
  await ensureBuilt();
  await ensureTestPrograms();
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

/** npm run torture: long runs with faults and attacks; writes its figures to docs/reliability.md. */
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { bun } from './project.mjs';
import { run, runCommand } from './run.mjs';
import { makeScratchFolders } from './scratch-folders.mjs';

await runCommand(async () => {
  await ensureInstalled({ withDev: true });
  await ensureBuilt();
  const scratch = makeScratchFolders('swarna-torture-');
  try {
    const env = { ...process.env, TMPDIR: scratch.path };
    const { code } = await run(bun, ['--no-orphans', 'tests/torture/main.ts', ...process.argv.slice(2)], {
      env,
    });
    return code;
  } finally {
    scratch.remove();
  }
});

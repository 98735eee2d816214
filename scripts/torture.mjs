/** npm run torture: the long fault and attack run, with the figures that it writes into docs/reliability.md. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { bun } from './project.mjs';
import { run, runCommand } from './run.mjs';

/**
 * Folders for everything that a run puts on the disk or in memory, so that nothing is left however it ends.
 * @returns {{ path: string, remove: () => void }}
 */
function makeScratchFolders() {
  const path = mkdtempSync(join(tmpdir(), 'swarna-torture-'));
  const inMemory = existsSync('/dev/shm') ? [join('/dev/shm', basename(path))] : [];
  for (const folder of inMemory) mkdirSync(folder);
  // PostgreSQL runs as another user and has its data below.
  chmodSync(path, 0o711);
  return {
    path,
    remove() {
      for (const folder of [path, ...inMemory])
        rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

await runCommand(async () => {
  await ensureInstalled({ withDev: true });
  await ensureBuilt();
  const scratch = makeScratchFolders();
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

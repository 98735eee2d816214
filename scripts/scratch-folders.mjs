/** Temporary folders of a long run, on disk and in memory, which are removed together at its end. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/**
 * @param {string} prefix
 * @returns {{ path: string, remove: () => void }}
 */
export function makeScratchFolders(prefix) {
  const path = mkdtempSync(join(tmpdir(), prefix));
  const inMemory = existsSync('/dev/shm') ? [join('/dev/shm', basename(path))] : [];
  for (const folder of inMemory) mkdirSync(folder);
  // PostgreSQL runs as another user, with its data in this folder.
  chmodSync(path, 0o711);
  return {
    path,
    remove() {
      for (const folder of [path, ...inMemory])
        rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** Temporary folders of test runs, which are removed at the end. */
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** @typedef {{ path: string, remove: () => void }} ScratchFolder */

const MEMORY = '/dev/shm';
const ENOUGH_MEMORY = 4 * 1024 ** 3;

function hasMemoryFolder() {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_MEMORY;
  } catch {
    return false;
  }
}

/** @param {string[]} folders */
function removeAll(folders) {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
}

/**
 * For tests: in memory if there is enough of it, because they sync many small files.
 * @returns {ScratchFolder}
 */
export function makeFastFolder() {
  const path = mkdtempSync(join(hasMemoryFolder() ? MEMORY : tmpdir(), 'swarna-test-'));
  // PostgreSQL runs as another user, with its data in this folder.
  chmodSync(path, 0o711);
  return { path, remove: () => removeAll([path]) };
}

/**
 * For long runs: one folder on disk, and one of the same name in memory.
 * @param {string} prefix
 * @returns {ScratchFolder}
 */
export function makeScratchFolders(prefix) {
  const path = mkdtempSync(join(tmpdir(), prefix));
  const inMemory = existsSync(MEMORY) ? [join(MEMORY, basename(path))] : [];
  for (const folder of inMemory) mkdirSync(folder);
  // For PostgreSQL, as above.
  chmodSync(path, 0o711);
  return { path, remove: () => removeAll([path, ...inMemory]) };
}

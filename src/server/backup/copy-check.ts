/** Checks whether copies are still as they were when they were verified. */
import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors.ts';
import type { BackupRow } from '../storage/operations/backups-store.ts';
import { CopyUnreadable } from './copy-refused.ts';
import { MadeElsewhere, manifestFileOf, readManifest, refuseOtherBytes } from './manifest.ts';

export type CopyState =
  | 'intact'
  | 'damaged'
  | 'missing'
  | 'made elsewhere'
  | 'replaced'
  | 'unreadable'
  | 'folder missing';

export type CopyCheck = (row: Pick<BackupRow, 'file' | 'sha256'>) => Promise<CopyState>;

/** Reads a file again only when it may have changed. */
export function createCopyCheck(folder: string, key: string): CopyCheck {
  const seen = new Map<string, { stamp: string; state: CopyState }>();
  return async ({ file, sha256 }) => {
    const copy = join(folder, file);
    const stamps = await readStamps(copy);
    if (stamps === null) return 'unreadable';
    if (stamps[0] === null) return (await isFolder(folder)) ? 'missing' : 'folder missing';
    const stamp = stamps.join();
    const before = seen.get(file);
    if (before?.stamp === stamp) return before.state;
    const state = await examine(copy, { file, sha256 }, key);
    if (state !== 'unreadable') seen.set(file, { stamp, state });
    return state;
  };
}

/** Null when the file system returns an error. */
const readStamps = (copy: string): Promise<(string | null)[] | null> =>
  Promise.all([stampOf(copy), stampOf(manifestFileOf(copy))]).catch(() => null);

/** Changes whenever the file does; null when there is none. */
async function stampOf(file: string): Promise<string | null> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await lstat(file);
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null;
    throw error;
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

async function examine(
  copy: string,
  expected: Pick<BackupRow, 'file' | 'sha256'>,
  key: string,
): Promise<CopyState> {
  try {
    const { manifest } = await readManifest(copy, { key, acceptOthers: false });
    if (manifest.file !== expected.file || manifest.sha256 !== expected.sha256) return 'replaced';
    await refuseOtherBytes(copy, copy, manifest);
    return 'intact';
  } catch (error) {
    if (error instanceof MadeElsewhere) return 'made elsewhere';
    return error instanceof CopyUnreadable ? 'unreadable' : 'damaged';
  }
}

/** Private folders for work on copies, in a folder that only the server's account may write to. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../private-folder.ts';
import { unfinished } from './copy-files.ts';

/** Removed after the work, with everything that SQLite put beside its file. */
export async function withScratchFolder<Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = unfinished(join(parent, `scratch-${crypto.randomUUID()}`));
  makePrivateFolder(folder);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Takes a copy into a private folder before it is checked, so that what is used is what was checked. */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../private-folder.ts';
import { unfinished } from './copy-files.ts';
import {
  type CheckedManifest,
  type Manifest,
  readManifest,
  refuseOtherBytes,
  type Trust,
} from './manifest.ts';
import { copyRegularFile } from './regular-file.ts';

export interface PrivateCopy {
  /** The only file that is read. */
  file: string;
  /** Where the copy came from or goes to, for messages. */
  origin: string;
  manifest: Manifest;
}

/** Lends out the copy when every byte is as it was when it was made. */
export async function withPrivateCopy<Result>(
  origin: string,
  { trust, scratchFolder }: { trust: Trust; scratchFolder: string },
  work: (copy: PrivateCopy & CheckedManifest) => Promise<Result>,
): Promise<Result> {
  const checked = await readManifest(origin, trust);
  return withScratchFolder(scratchFolder, async (folder) => {
    const file = join(folder, 'copy');
    await copyRegularFile(origin, file, checked.manifest.bytes);
    await refuseOtherBytes(origin, file, checked.manifest);
    return work({ ...checked, origin, file });
  });
}

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

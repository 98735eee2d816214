/** Copies a backup into a private folder before it is checked, so that nobody can change it between check and use. */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createPrivateFolder } from '../private-folder.ts';
import { unfinishedPath } from './copy-files.ts';
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

/** Calls `work` with the copy after its checksum was verified. */
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

/** The folder is removed after the work. */
export async function withScratchFolder<Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = unfinishedPath(join(parent, `scratch-${crypto.randomUUID()}`));
  createPrivateFolder(folder);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

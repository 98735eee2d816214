/** Takes a copy into a private folder before it is checked, so that what is used is what was checked. */
import { join } from 'node:path';
import {
  type CheckedManifest,
  type Manifest,
  readManifest,
  refuseOtherBytes,
  type Trust,
} from './manifest.ts';
import { copyRegularFile } from './regular-file.ts';
import { withScratchFolder } from './scratch-folder.ts';

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

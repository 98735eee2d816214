/** Names the folder in which copies are kept, so that a node knows which copies must be there. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Several nodes may share a machine, each with a folder of its own. */
export const placeOf = (machine: string, folder: string): string =>
  `${machine}:${realPathOf(resolve(folder))}`;

/** The same before the folder is made and after. */
function realPathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return join(realPathOf(dirname(folder)), basename(folder));
  }
}

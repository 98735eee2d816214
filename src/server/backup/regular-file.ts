/** Reads files in folders that others may write to: regular files only, never links, FIFOs or devices. */
import { createHash } from 'node:crypto';
import { constants, createWriteStream, lstatSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../errors.ts';
import { listFolder } from './copy-files.ts';
import { CopyRefused, CopyUnreadable } from './copy-refused.ts';

/**
 * Opening a FIFO blocks without O_NONBLOCK. The type is checked on the open handle: the file cannot be replaced then.
 */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Throws Node's own error, such as ENOENT, when the file cannot be opened. */
async function openRegularFile(path: string): Promise<FileHandle> {
  const handle = await open(path, FLAGS).catch((error) => {
    if (codeOf(error) === 'ELOOP') refuseType(path);
    throw error;
  });
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  return refuseType(path);
}

function refuseType(path: string): never {
  throw new CopyRefused(`${path} is not a regular file.`);
}

async function withRegularFile<Result>(
  path: string,
  work: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  let handle: FileHandle | undefined;
  try {
    handle = await openRegularFile(path);
    return await work(handle);
  } catch (error) {
    if (error instanceof CopyRefused) throw error;
    throw new CopyUnreadable(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  } finally {
    await handle?.close();
  }
}

export const readRegularFile = (path: string, largest: number): Promise<string> =>
  withRegularFile(path, async (handle) => {
    if ((await handle.stat()).size > largest) throw new CopyRefused(`${path} is too large.`);
    return handle.readFile('utf8');
  });

export const hashFile = (path: string): Promise<{ bytes: number; sha256: string }> =>
  withRegularFile(path, async (handle) => {
    const hash = createHash('sha256');
    let bytes = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false })) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    return { bytes, sha256: hash.digest('hex') };
  });

/** Copies at most one byte more than expected: enough to notice that the file is another one. */
export const copyRegularFile = (path: string, target: string, expectedBytes: number): Promise<void> =>
  withRegularFile(path, (handle) =>
    pipeline(
      handle.createReadStream({ autoClose: false, end: expectedBytes }),
      createWriteStream(target, { flags: 'wx', mode: 0o600 }),
    ),
  );

export function listRegularFiles(folder: string): string[] {
  return listFolder(folder).filter((name) =>
    lstatSync(join(folder, name), { throwIfNoEntry: false })?.isFile(),
  );
}

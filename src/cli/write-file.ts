/** Writes a file at once: to a temporary file that is then renamed, so that an incomplete file is never visible. */
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { CommandFailed } from './command.ts';

/** The default of `open`; the umask is applied to it. */
const DEFAULT_MODE = 0o666;

/** Returns what `write` returns. Throws `CommandFailed` if that or anything else fails, and leaves the file as it was. */
export async function writeFileAtOnce<Result>(
  file: string,
  write: (handle: FileHandle) => Promise<Result>,
  mode = DEFAULT_MODE,
): Promise<Result> {
  const temporaryFile = `${file}.${process.pid}.part`;
  try {
    // `wx` fails if the file exists: in a shared folder another user may have placed a link there.
    const handle = await open(temporaryFile, 'wx', mode);
    try {
      const result = await write(handle);
      await handle.sync();
      await rename(temporaryFile, file);
      return result;
    } catch (error) {
      await rm(temporaryFile, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new CommandFailed(`${file} cannot be written: ${(error as Error).message}`);
  }
}

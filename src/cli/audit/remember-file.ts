/** The file in which an auditor keeps the last checkpoint. */
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { parseCheckpoint } from '../../core/public-log/checkpoint.ts';
import { CommandFailed } from '../command.ts';
import { MAX_CHECKPOINT_BYTES } from './signed-log.ts';

/** Null if there is no such file. Throws `CommandFailed` if it is not a checkpoint. */
export async function readRemembered(file: string): Promise<string | null> {
  try {
    const { size } = await stat(file);
    const note = size > MAX_CHECKPOINT_BYTES ? '' : await readFile(file, 'utf8');
    if (parseCheckpoint(note)) return note;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new CommandFailed(`${file} cannot be read: ${(error as Error).message}`);
  }
  throw new CommandFailed(`${file} is not a checkpoint. It was not changed.`);
}

/** Writes to a temporary file and renames it, so that an incomplete file is never visible. */
export async function writeRemembered(file: string, note: string): Promise<void> {
  const draft = `${file}.${process.pid}.part`;
  try {
    // `wx` fails if the file exists: in a shared folder another user may have placed a link there.
    const handle = await open(draft, 'wx');
    try {
      await handle.writeFile(note);
      await handle.sync();
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw new CommandFailed(`${file} cannot be written: ${(error as Error).message}`);
  }
}

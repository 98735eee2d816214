/** The file in which an auditor keeps the last checkpoint. */
import { readFile, stat } from 'node:fs/promises';
import { parseCheckpoint } from '../../core/public-log/checkpoint.ts';
import { CommandFailed } from '../command.ts';
import { writeFileAtOnce } from '../write-file.ts';
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

export const writeRemembered = (file: string, note: string): Promise<void> =>
  writeFileAtOnce(file, (handle) => handle.writeFile(note));

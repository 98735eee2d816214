/** The files of backups: their names, durable writes, and the removal of leftovers. */
import { constants, readdirSync, realpathSync, rmSync } from 'node:fs';
import { copyFile, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { FILE_PREFIX } from '../../core/branding.ts';
import type { Instant } from '../../core/ist-time.ts';
import { codeOf } from '../errors.ts';

export const COPY_FORMATS = ['sqlite', 'pg_dump', 'rows'] as const;
export type CopyFormat = (typeof COPY_FORMATS)[number];

const EXTENSIONS: Record<CopyFormat, string> = { sqlite: 'db', pg_dump: 'dump', rows: 'rows.gz' };

/** Sorts by time; the id distinguishes two of the same second. */
export function nameBackup(at: Instant, id: string): string {
  const time = new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
  return `${FILE_PREFIX}-${time}-${id.slice(0, 8)}`;
}

export const nameCopy = (backup: string, format: CopyFormat): string => `${backup}.${EXTENSIONS[format]}`;

/** The name of an unfinished file contains the id of its process. */
export const unfinishedPath = (path: string): string => `${path}.${process.pid}.part`;

/** Removes unfinished files of processes that have ended. Must be called before this process starts any work. */
export function removeLeftovers(folder: string): void {
  for (const name of listFolder(folder)) {
    const [, pid] = /\.(\d+)\.part$/.exec(name) ?? [];
    if (pid && (Number(pid) === process.pid || !isRunning(Number(pid)))) {
      rmSync(join(folder, name), { recursive: true, force: true });
    }
  }
}

export function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // not there yet
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Returns once the file or folder would survive a power cut. */
export async function makeDurable(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Works across disks, where `rename` fails. The target must not exist. */
export async function moveFile(from: string, to: string): Promise<void> {
  await rename(from, to).catch(async (error) => {
    if (codeOf(error) !== 'EXDEV') throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL);
    await makeDurable(to);
    await rm(from);
  });
}

/** Several nodes may share a machine, each with a folder of its own. */
export const placeOf = (hostName: string, folder: string): string =>
  `${hostName}:${realPathOf(resolve(folder))}`;

/** Returns the same before and after the folder is created. */
function realPathOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return join(realPathOf(dirname(folder)), basename(folder));
  }
}

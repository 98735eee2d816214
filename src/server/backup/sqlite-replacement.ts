/** Replaces the file of the embedded database; refuses while a server is using it. */
import { Database as BunSqlite } from 'bun:sqlite';
import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf } from '../errors.ts';
import { createPrivateFolder } from '../private-folder.ts';
import { makeDurable, unfinishedPath } from './copy-files.ts';
import { CopyRefused } from './copy-refused.ts';
import { holdsContent, type Inspectable, readLogNumber } from './facts.ts';
import { inspectSqlite } from './sqlite-copy.ts';

/** Files that SQLite would apply to the next database of the same name. */
const COMPANIONS = ['-wal', '-shm', '-journal'];

/** A file that cannot be read counts as not empty: it may contain data. */
export const isEmptySqlite = (file: string): Promise<boolean> =>
  existsSync(file)
    ? inspectFile(file, async (found) => !(await holdsContent(found)), false)
    : Promise.resolve(true);

/** 0 if there is no log, or if the file cannot be read. */
export const readSqliteLogNumber = (file: string): Promise<number> =>
  existsSync(file) ? inspectFile(file, readLogNumber, 0) : Promise.resolve(0);

async function inspectFile<Result>(
  file: string,
  inspect: (found: Inspectable) => Promise<Result>,
  ifUnreadable: Result,
): Promise<Result> {
  let sqlite: BunSqlite | undefined;
  try {
    sqlite = new BunSqlite(file, { readwrite: true });
    return await inspect(inspectSqlite(sqlite));
  } catch {
    return ifUnreadable;
  } finally {
    sqlite?.close(true);
  }
}

export function refuseIfInUse(file: string): void {
  lockExclusively(file)();
}

/** A database exists at every moment. Returns the path of the former one. */
export async function replaceSqlite(scratch: string, file: string): Promise<string | null> {
  createPrivateFolder(dirname(file));
  await makeDurable(scratch);
  const release = lockExclusively(file);
  try {
    const hasFormer = existsSync(file);
    const formerPath = freeNameFor(file);
    if (hasFormer) await linkOrCopy(formerPath, file);
    const companions = COMPANIONS.filter((ending) => existsSync(`${file}${ending}`));
    for (const ending of companions) renameSync(`${file}${ending}`, `${formerPath}${ending}`);
    try {
      renameSync(scratch, file);
    } catch (error) {
      for (const ending of companions) renameSync(`${formerPath}${ending}`, `${file}${ending}`);
      rmSync(formerPath, { force: true });
      throw error;
    }
    await makeDurable(dirname(file));
    return hasFormer ? formerPath : null;
  } finally {
    release();
  }
}

function freeNameFor(file: string): string {
  for (let count = 1; ; count += 1) {
    const name = `${file}.before-restore-${count}`;
    if (!['', ...COMPANIONS].some((ending) => existsSync(`${name}${ending}`))) return name;
  }
}

/** Creates a hard link, or a copy on file systems without links. */
async function linkOrCopy(name: string, file: string): Promise<void> {
  try {
    linkSync(file, name);
  } catch {
    const draft = unfinishedPath(name);
    // By another process: closing the file here would release SQLite's locks on it.
    execFileSync('cp', ['--', file, draft]);
    await makeDurable(draft);
    renameSync(draft, name);
  }
  await makeDurable(dirname(name));
}

/**
 * SQLite leaves WAL mode only when there is no other connection, so this detects whether another process has the file
 * open. The lock is held until the returned function is called, or until the process ends.
 */
function lockExclusively(file: string): () => void {
  if (!existsSync(file)) return () => {};
  const sqlite = new BunSqlite(file, { readwrite: true });
  try {
    sqlite.run('pragma locking_mode = exclusive');
    sqlite.run('pragma journal_mode = delete');
    sqlite.run('begin exclusive');
  } catch (error) {
    if (codeOf(error)?.startsWith('SQLITE_BUSY')) {
      sqlite.close(true);
      throw new CopyRefused(`A server is using ${file}. Stop it before restoring.`);
    }
    // Damaged or no database at all: nobody can be using it.
  }
  return () => sqlite.close(true);
}

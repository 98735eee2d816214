/** Replacing the embedded database's file, which must not be done under a running server. */
import { Database as BunSqlite } from 'bun:sqlite';
import { existsSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder } from '../private-folder.ts';
import { holdsContent } from './content.ts';
import { makeDurable } from './copy-files.ts';
import { CopyRefused } from './copy-refused.ts';
import { inspectSqlite } from './sqlite-copy.ts';

const COMPANIONS = ['', '-wal', '-shm'];

/** A file that cannot be read counts as full: it may be all that is left of something. */
export async function isEmptySqlite(file: string): Promise<boolean> {
  if (!existsSync(file)) return true;
  let sqlite: BunSqlite | undefined;
  try {
    sqlite = new BunSqlite(file, { readwrite: true });
    return !(await holdsContent(inspectSqlite(sqlite)));
  } catch {
    return false;
  } finally {
    sqlite?.close(true);
  }
}

export function refuseIfInUse(file: string): void {
  holdAlone(file)();
}

/** Answers with the name under which the former file is kept. */
export async function replaceSqlite(scratch: string, file: string): Promise<string | null> {
  makePrivateFolder(dirname(file));
  await makeDurable(scratch);
  const release = holdAlone(file);
  try {
    const former = existsSync(file) ? freeNameFor(file) : null;
    const moves = COMPANIONS.filter((ending) => existsSync(`${file}${ending}`));
    for (const ending of moves) renameSync(`${file}${ending}`, `${former}${ending}`);
    try {
      renameSync(scratch, file);
    } catch (error) {
      for (const ending of moves) renameSync(`${former}${ending}`, `${file}${ending}`);
      throw error;
    }
    await makeDurable(dirname(file));
    return former;
  } finally {
    release();
  }
}

function freeNameFor(file: string): string {
  let count = 1;
  while (existsSync(`${file}.before-restore-${count}`)) count += 1;
  return `${file}.before-restore-${count}`;
}

/**
 * Leaving WAL mode takes a lock that SQLite grants only to the one connection there is, so it tells whether
 * any other process has the file open, and keeps them out until it is released. A crash releases it too.
 */
function holdAlone(file: string): () => void {
  if (!existsSync(file)) return () => {};
  const sqlite = new BunSqlite(file, { readwrite: true });
  try {
    sqlite.run('pragma locking_mode = exclusive');
    sqlite.run('pragma journal_mode = delete');
    sqlite.run('begin exclusive');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('SQLITE_BUSY')) {
      sqlite.close(true);
      throw new CopyRefused(`A server is using ${file}. Stop it before restoring.`);
    }
    // Damaged or no database at all: nobody can be using it.
  }
  return () => sqlite.close(true);
}

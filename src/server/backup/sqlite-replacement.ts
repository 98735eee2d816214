/** Replacing the embedded database's file, which must not be done under a running server. */
import { Database as BunSqlite } from 'bun:sqlite';
import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { makePrivateFolder } from '../private-folder.ts';
import { makeDurable, unfinished } from './copy-files.ts';
import { CopyRefused } from './copy-refused.ts';
import { holdsContent } from './facts.ts';
import { inspectSqlite } from './sqlite-copy.ts';

/** What SQLite keeps beside a database and would apply to the next one of the same name. */
const COMPANIONS = ['-wal', '-shm', '-journal'];

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

/** There is a database at every moment. Returns the name under which the former one is kept. */
export async function replaceSqlite(scratch: string, file: string): Promise<string | null> {
  makePrivateFolder(dirname(file));
  await makeDurable(scratch);
  const release = holdAlone(file);
  try {
    const hasFormer = existsSync(file);
    const kept = freeNameFor(file);
    if (hasFormer) await keepUnder(kept, file);
    const companions = COMPANIONS.filter((ending) => existsSync(`${file}${ending}`));
    for (const ending of companions) renameSync(`${file}${ending}`, `${kept}${ending}`);
    try {
      renameSync(scratch, file);
    } catch (error) {
      for (const ending of companions) renameSync(`${kept}${ending}`, `${file}${ending}`);
      rmSync(kept, { force: true });
      throw error;
    }
    await makeDurable(dirname(file));
    return hasFormer ? kept : null;
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

/** A second name for the same file, or a copy of it on file systems that know no links. */
async function keepUnder(name: string, file: string): Promise<void> {
  try {
    linkSync(file, name);
  } catch {
    const draft = unfinished(name);
    // By another process: closing a file ends all locks that this one has on it, SQLite's too.
    execFileSync('cp', ['--', file, draft]);
    await makeDurable(draft);
    renameSync(draft, name);
  }
  await makeDurable(dirname(name));
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

/** The database of a simulated site: PostgreSQL, or a SQLite file that is copied for crashes and restores. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { DatabaseKind } from '../../../src/contract/health.ts';
import type { DatabaseLocation } from '../../../src/server/storage/engines/database.ts';
import { createTestDatabase } from '../../support/postgres.ts';

/** In memory if possible: processes crash here, not the disk, and a disk would be slower. */
const FOLDER =
  [join('/dev/shm', basename(tmpdir())), '/dev/shm', tmpdir()].find((folder) => existsSync(folder)) ?? '';

export interface SimulatedDatabase {
  /** A new file after each crash of the machine, and after each restore. */
  location(): DatabaseLocation;
  /** Copies the files as they are for the next start; the old log would be written back by a connection that closes. */
  crashMachine(): void;
  /** Copies the files while nobody writes; null where the simulation restores nothing. */
  copy(): number | null;
  /** Uses such a copy from now on, when the database is not open. */
  restore(copy: number): void;
  /** Removes the files that are no longer used, when they are no longer read. */
  removeOldFiles(): void;
  remove(): Promise<void>;
}

export async function createSimulatedDatabase(kind: DatabaseKind): Promise<SimulatedDatabase> {
  return kind === 'postgres' ? createOnPostgres() : createOnSqlite();
}

async function createOnPostgres(): Promise<SimulatedDatabase> {
  const { url, release } = await createTestDatabase();
  return {
    location: () => ({ kind: 'postgres', url }),
    crashMachine: () => {},
    copy: () => null,
    restore: () => {},
    removeOldFiles: () => {},
    remove: release,
  };
}

function createOnSqlite(): SimulatedDatabase {
  const folder = mkdtempSync(join(FOLDER, 'swarna-days-'));
  let current = 0;
  let oldest = 0;
  let copies = 0;
  const fileOf = (number: number): string => join(folder, `${number}.db`);
  const copyOf = (number: number): string => join(folder, `copy-${number}.db`);
  return {
    location: () => ({ kind: 'sqlite', file: fileOf(current) }),
    crashMachine() {
      copyFiles(fileOf(current), fileOf(current + 1));
      current += 1;
    },
    copy() {
      copies += 1;
      copyFiles(fileOf(current), copyOf(copies));
      return copies;
    },
    restore(copy) {
      current += 1;
      copyFiles(copyOf(copy), fileOf(current));
    },
    removeOldFiles() {
      for (; oldest < current; oldest += 1) {
        for (const ending of ['', '-wal', '-shm']) rmSync(`${fileOf(oldest)}${ending}`, { force: true });
      }
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

function copyFiles(from: string, to: string): void {
  for (const ending of ['', '-wal']) {
    if (existsSync(`${from}${ending}`)) copyFileSync(`${from}${ending}`, `${to}${ending}`);
  }
}

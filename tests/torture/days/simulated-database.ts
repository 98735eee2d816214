/** The database of a simulated site: PostgreSQL, or a SQLite file that is copied when the machine crashes. */
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
  /** A new file after each crash of the machine. */
  location(): DatabaseLocation;
  /** Copies the files as they are for the next start; the old log would be written back by a connection that closes. */
  crashMachine(): void;
  /** Removes the files of earlier crashes, when they are no longer read. */
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
    removeOldFiles: () => {},
    remove: release,
  };
}

function createOnSqlite(): SimulatedDatabase {
  const folder = mkdtempSync(join(FOLDER, 'swarna-days-'));
  let current = 0;
  let oldest = 0;
  const fileOf = (crashes: number): string => join(folder, `${crashes}.db`);
  return {
    location: () => ({ kind: 'sqlite', file: fileOf(current) }),
    crashMachine() {
      for (const ending of ['', '-wal']) {
        const source = `${fileOf(current)}${ending}`;
        if (existsSync(source)) copyFileSync(source, `${fileOf(current + 1)}${ending}`);
      }
      current += 1;
    },
    removeOldFiles() {
      for (; oldest < current; oldest += 1) {
        for (const ending of ['', '-wal', '-shm']) rmSync(`${fileOf(oldest)}${ending}`, { force: true });
      }
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The database of a simulated site: a PostgreSQL database, or a SQLite file that a crash of the machine leaves as it is. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { DatabaseKind } from '../../../src/contract/health.ts';
import type { DatabaseLocation } from '../../../src/server/storage/engines/database.ts';
import { createTestDatabase } from '../../support/postgres.ts';

/** In memory where that is possible: here processes crash, not the disk, and ten thousand days need not wait for one. */
const FOLDER =
  [join('/dev/shm', basename(tmpdir())), '/dev/shm', tmpdir()].find((folder) => existsSync(folder)) ?? '';

export interface SimulatedDatabase {
  /** Another file after each crash of the machine. */
  location(): DatabaseLocation;
  /**
   * Copies what is on the disk at this moment: that is what the next start finds. The log of the old file would be
   * played back by a connection that closes.
   */
  crashMachine(): void;
  /** Removes the files that earlier crashes left, once nobody reads them. */
  removeOldFiles(): void;
  remove(): Promise<void>;
}

export async function createSimulatedDatabase(kind: DatabaseKind): Promise<SimulatedDatabase> {
  return kind === 'postgres' ? createOnPostgres() : createOnSqlite();
}

async function createOnPostgres(): Promise<SimulatedDatabase> {
  const { url, drop } = await createTestDatabase();
  return {
    location: () => ({ kind: 'postgres', url }),
    crashMachine: () => {},
    removeOldFiles: () => {},
    remove: drop,
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

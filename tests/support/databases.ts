/** Runs a suite twice: on SQLite files and on PostgreSQL databases of its own, cleaned up after each test. */
import { afterEach, describe, setDefaultTimeout } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseKind } from '../../src/contract/health.ts';
import {
  type Database,
  type DatabaseLocation,
  openDatabase,
} from '../../src/server/storage/engines/database.ts';
import { createTestDatabase } from './postgres.ts';

export interface TestEngine {
  kind: DatabaseKind;
  /** A place where nothing is yet. */
  newLocation(): Promise<DatabaseLocation>;
  /** Opens a new database, or one more connection to the given one. */
  open(location?: DatabaseLocation): Promise<Database>;
  /** Done after the test, before what was opened earlier is closed. */
  cleanUp(action: () => Promise<void> | void): void;
}

export function describeOnBothDatabases(name: string, suite: (engine: TestEngine) => void): void {
  // Making a PostgreSQL database takes its time on a busy machine.
  setDefaultTimeout(30_000);
  describe.each(['sqlite', 'postgres'] as const)(`${name} on %s`, (kind) => {
    const cleanups: (() => Promise<void> | void)[] = [];
    afterEach(async () => {
      for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
    });

    const newLocation = async (): Promise<DatabaseLocation> => {
      if (kind === 'sqlite') {
        const folder = mkdtempSync(join(tmpdir(), 'swarna-database-'));
        cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
        return { kind, file: join(folder, 'site.db') };
      }
      const { url, drop } = await createTestDatabase();
      cleanups.push(drop);
      return { kind, url };
    };

    suite({
      kind,
      newLocation,
      async open(location) {
        const database = await openDatabase(location ?? (await newLocation()));
        cleanups.push(() => database.close());
        return database;
      },
      cleanUp: (action) => void cleanups.push(action),
    });
  });
}

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
import { createEmptyDatabase, createTestDatabase } from './postgres.ts';
import { writeMigratedFile } from './sqlite-template.ts';

export interface TestEngine {
  kind: DatabaseKind;
  /** A new database with the newest schema, as after a first start; all of them share one epoch of the feed. */
  newLocation(): Promise<DatabaseLocation>;
  /** A place where nothing is yet, for tests about making the schema. */
  newEmptyLocation(): Promise<DatabaseLocation>;
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

    const newPlace = async (isEmpty: boolean): Promise<DatabaseLocation> => {
      if (kind === 'sqlite') {
        const folder = mkdtempSync(join(tmpdir(), 'swarna-database-'));
        cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
        const file = join(folder, 'site.db');
        if (!isEmpty) await writeMigratedFile(file);
        return { kind, file };
      }
      const { url, drop } = await (isEmpty ? createEmptyDatabase() : createTestDatabase());
      cleanups.push(drop);
      return { kind, url };
    };
    const newLocation = () => newPlace(false);

    suite({
      kind,
      newLocation,
      newEmptyLocation: () => newPlace(true),
      async open(location) {
        const database = await openDatabase(location ?? (await newLocation()));
        cleanups.push(() => database.close());
        return database;
      },
      cleanUp: (action) => void cleanups.push(action),
    });
  });
}

/** Runs a suite on SQLite, or also on PostgreSQL, with new databases that are removed after each test. */
import { describe, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseKind } from '../../src/contract/health.ts';
import {
  type Database,
  type DatabaseLocation,
  openDatabase,
} from '../../src/server/storage/engines/database.ts';
import { cleanUpAfterEach } from './cleanups.ts';
import { createEmptyDatabase, createTestDatabase } from './postgres.ts';
import { writeMigratedFile } from './sqlite-template.ts';

export interface TestEngine {
  kind: DatabaseKind;
  /** Creates a database with the newest schema; all of them have the same epoch of the feed. */
  newLocation(): Promise<DatabaseLocation>;
  /** Creates a database without a schema, for tests of migrations. */
  newEmptyLocation(): Promise<DatabaseLocation>;
  /** Opens a new database, or another connection to the given one. */
  open(location?: DatabaseLocation): Promise<Database>;
  /** Defines a test on SQLite only: of a rule far from the database, whose statements other tests run on both. */
  onSqlite: typeof test;
  /** Defines a test on PostgreSQL only: of what the embedded database does not offer. */
  onPostgres: typeof test;
  /** Runs the action after the test, before databases that were opened earlier are closed. */
  cleanUp(action: () => Promise<void> | void): void;
}

/** Defines no test. */
const onOtherEngine = Object.assign(() => {}, { each: () => () => {} }) as unknown as typeof test;

type Suite = (engine: TestEngine) => void;

export const describeOnBothDatabases = (name: string, suite: Suite): void =>
  describeOn(['sqlite', 'postgres'], name, suite);

/** For rules that are far from the database. */
export const describeOnSqlite = (name: string, suite: Suite): void => describeOn(['sqlite'], name, suite);

function describeOn(kinds: readonly DatabaseKind[], name: string, suite: Suite): void {
  // Creating a PostgreSQL database is slow on a busy machine.
  setDefaultTimeout(30_000);
  describe.each(kinds)(`${name} on %s`, (kind) => {
    const cleanups = cleanUpAfterEach();

    const createLocation = async (isEmpty: boolean): Promise<DatabaseLocation> => {
      if (kind === 'sqlite') {
        const folder = mkdtempSync(join(tmpdir(), 'swarna-database-'));
        cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
        const file = join(folder, 'site.db');
        if (!isEmpty) await writeMigratedFile(file);
        return { kind, file };
      }
      const { url, release } = await (isEmpty ? createEmptyDatabase() : createTestDatabase());
      cleanups.push(release);
      return { kind, url };
    };
    const newLocation = () => createLocation(false);

    suite({
      kind,
      newLocation,
      newEmptyLocation: () => createLocation(true),
      async open(location) {
        const database = await openDatabase(location ?? (await newLocation()));
        cleanups.push(() => database.close());
        return database;
      },
      onSqlite: kind === 'sqlite' ? test : onOtherEngine,
      onPostgres: kind === 'postgres' ? test : onOtherEngine,
      cleanUp: (action) => void cleanups.push(action),
    });
  });
}

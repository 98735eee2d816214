/** Copies of the embedded database, made beside the running server without holding it up. */
import { Database as BunSqlite } from 'bun:sqlite';
import { writeFileSync } from 'node:fs';
import { MIGRATION_TABLE } from '../storage/engines/ownership.ts';
import { type Facts, type Inspectable, readFacts } from './facts.ts';

/** After so many tries in which someone wrote meanwhile, writers are asked to wait. */
const TRIES_WITHOUT_LOCK = 10;

export function inspectSqlite(sqlite: BunSqlite): Inspectable {
  const query = async (text: string) => sqlite.prepare<Record<string, unknown>, []>(text).all();
  const namesFrom = async (text: string) => (await query(text)).map(({ name }) => String(name));
  return {
    query,
    tables: () =>
      namesFrom(`select name from sqlite_schema where type = 'table'
        and name not like 'sqlite_%' and name not like '${MIGRATION_TABLE}%' order by rowid`),
    async findDamage() {
      const integrity = await query('pragma integrity_check');
      const orphans = await query('pragma foreign_key_check');
      return [
        ...integrity.map((row) => String(row['integrity_check'])).filter((text) => text !== 'ok'),
        ...orphans.map((row) => `a row of table ${row['table']} refers to a missing row of ${row['parent']}`),
      ];
    },
  };
}

/** VACUUM INTO cannot run inside a transaction, so the facts come from a second connection at the same state. */
export async function copySqlite(file: string, target: string): Promise<Facts> {
  const reader = new BunSqlite(file, { readwrite: true });
  const copier = new BunSqlite(file, { readwrite: true });
  try {
    for (const connection of [reader, copier]) connection.run('pragma busy_timeout = 5000');
    for (let attempt = 1; ; attempt += 1) {
      const facts = await tryToCopy(reader, copier, target, attempt > TRIES_WITHOUT_LOCK);
      if (facts) return facts;
    }
  } finally {
    reader.close(true);
    copier.close(true);
  }
}

/** Null when someone committed between the two looks at the database. */
async function tryToCopy(
  reader: BunSqlite,
  copier: BunSqlite,
  target: string,
  holdingWriters: boolean,
): Promise<Facts | null> {
  // An empty file is what VACUUM INTO accepts, and it keeps its mode.
  writeFileSync(target, '', { mode: 0o600 });
  reader.run(holdingWriters ? 'begin immediate' : 'begin');
  try {
    const before = dataVersionOf(copier);
    const facts = await readFacts(inspectSqlite(reader));
    copier.run('vacuum into ?', [target]);
    return dataVersionOf(copier) === before ? facts : null;
  } finally {
    reader.run('rollback');
  }
}

/** Changes whenever another connection has committed. */
const dataVersionOf = (sqlite: BunSqlite): unknown =>
  sqlite.prepare<{ data_version: number }, []>('pragma data_version').get()?.data_version;

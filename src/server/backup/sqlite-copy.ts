/** Copies of the embedded database, made while the server runs and without blocking it. */
import { Database as BunSqlite } from 'bun:sqlite';
import { writeFileSync } from 'node:fs';
import { MIGRATION_TABLE } from '../storage/engines/ownership.ts';
import { type Facts, type Inspectable, readFacts } from './facts.ts';

/** After this many attempts that a concurrent write invalidated, the copy blocks writers. */
const ATTEMPTS_WITHOUT_LOCK = 10;

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
      const facts = await tryToCopy(reader, copier, target, attempt > ATTEMPTS_WITHOUT_LOCK);
      if (facts) return facts;
    }
  } finally {
    reader.close(true);
    copier.close(true);
  }
}

/** Returns null when another connection committed between the two reads. */
async function tryToCopy(
  reader: BunSqlite,
  copier: BunSqlite,
  target: string,
  blockWriters: boolean,
): Promise<Facts | null> {
  // VACUUM INTO accepts an empty file and does not change its mode.
  writeFileSync(target, '', { mode: 0o600 });
  reader.run(blockWriters ? 'begin immediate' : 'begin');
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

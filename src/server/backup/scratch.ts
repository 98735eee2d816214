/** A scratch database with our schema that a copy is restored into, on its own engine. */
import type { DatabaseLocation } from '../storage/engines/database.ts';
import { CopyRefused } from './copy-refused.ts';
import type { Inspectable } from './facts.ts';
import { inspectPostgres, withConnection } from './postgres-copy.ts';
import { restoreIntoPostgresScratch } from './postgres-scratch.ts';
import type { PrivateCopy } from './private-copy.ts';
import { inspectSqlite } from './sqlite-copy.ts';
import { openUntrusted, refuseOtherSqliteSchema } from './sqlite-schema.ts';

/** A private copy of the embedded database is a scratch database already. */
export async function withScratchOf<Result>(
  copy: PrivateCopy,
  location: DatabaseLocation,
  work: (scratch: DatabaseLocation) => Promise<Result>,
): Promise<Result> {
  const { file, origin, manifest } = copy;
  if (manifest.format === 'sqlite') {
    await refuseOtherSqliteSchema(origin, file, manifest.facts.migrations);
    return work({ kind: 'sqlite', file });
  }
  if (location.kind !== 'postgres') {
    throw new CopyRefused(`${origin} is a copy of a PostgreSQL database: set DATABASE_URL to use it.`);
  }
  return restoreIntoPostgresScratch(copy, location.url, (url) => work({ kind: 'postgres', url }));
}

export async function inspectDatabase<Result>(
  location: DatabaseLocation,
  work: (database: Inspectable) => Promise<Result>,
): Promise<Result> {
  if (location.kind === 'postgres') {
    return withConnection(location.url, (db) => work(inspectPostgres(db)));
  }
  using sqlite = openUntrusted(location.file);
  return await work(inspectSqlite(sqlite));
}

/** A scratch database with our schema that a copy is restored into, on its own engine; removed after the work. */
import { chmod, copyFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { makePrivateFolder } from '../private-folder.ts';
import type { DatabaseLocation } from '../storage/database.ts';
import { unfinished } from './copy-files.ts';
import { CopyRefused } from './copy-refused.ts';
import type { Inspectable } from './facts.ts';
import type { Manifest } from './manifest.ts';
import { inspectPostgres, withConnection } from './postgres-copy.ts';
import { restoreIntoPostgresScratch } from './postgres-scratch.ts';
import { inspectSqlite } from './sqlite-copy.ts';
import { openUntrusted, refuseOtherSqliteSchema } from './sqlite-schema.ts';

export interface Surroundings {
  /** The database of this installation: copies of PostgreSQL are tried out beside it. */
  location: DatabaseLocation;
  /** Where scratch files may be written. */
  scratchFolder: string;
}

export function withScratchOf<Result>(
  copy: string,
  manifest: Manifest,
  { location, scratchFolder }: Surroundings,
  work: (scratch: DatabaseLocation) => Promise<Result>,
): Promise<Result> {
  if (manifest.format === 'sqlite') return withScratchFile(copy, manifest, scratchFolder, work);
  if (location.kind !== 'postgres') {
    throw new CopyRefused(`${copy} is a copy of a PostgreSQL database: set DATABASE_URL to use it.`);
  }
  return restoreIntoPostgresScratch(copy, manifest, location.url, (url) => work({ kind: 'postgres', url }));
}

async function withScratchFile<Result>(
  copy: string,
  { facts }: Manifest,
  folder: string,
  work: (scratch: DatabaseLocation) => Promise<Result>,
): Promise<Result> {
  // A folder of its own: whatever SQLite puts beside the file goes with it.
  const scratch = unfinished(join(folder, `${basename(copy)}.scratch`));
  makePrivateFolder(scratch);
  try {
    const file = join(scratch, basename(copy));
    await copyFile(copy, file);
    // A copy keeps the mode of its source, which may have been brought here by hand.
    await chmod(file, 0o600);
    await refuseOtherSqliteSchema(copy, file, facts.migrations);
    return await work({ kind: 'sqlite', file });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

export async function inspectDatabase<Result>(
  location: DatabaseLocation,
  work: (database: Inspectable) => Promise<Result>,
): Promise<Result> {
  if (location.kind === 'postgres') {
    return withConnection(location.url, (sql) => work(inspectPostgres(sql)));
  }
  using sqlite = openUntrusted(location.file);
  return await work(inspectSqlite(sqlite));
}

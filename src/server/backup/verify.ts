/** Verifies a copy: seal, checksum, schema, and the rows after a trial restore. */
import type { Backup } from '../../contract/backups.ts';
import type { DatabaseLocation } from '../storage/engines/database.ts';
import { refuseIfNotOurs } from '../storage/engines/ownership.ts';
import { CopyRefused } from './copy-refused.ts';
import { type Facts, findFaults, type Inspectable } from './facts.ts';
import type { CheckedManifest, Trust } from './manifest.ts';
import { inspectPostgres, withConnection } from './postgres-copy.ts';
import { restoreIntoPostgresScratch } from './postgres-scratch.ts';
import { type PrivateCopy, withPrivateCopy } from './private-copy.ts';
import { inspectSqlite } from './sqlite-copy.ts';
import { openUntrusted, refuseOtherSqliteSchema } from './sqlite-schema.ts';

/** Called with what is being done and how far that is, from 0 to 1. */
export type Report = (step: Backup['step'], fraction?: number) => void;

export interface CheckOptions {
  /** The database of this installation: copies of PostgreSQL are tried out beside it. */
  location: DatabaseLocation;
  /** Where scratch folders are made; only this account may write to it. */
  scratchFolder: string;
  trust: Trust;
}

/** Refuses a copy that is not what its manifest says, or not made by someone who is trusted. */
export function verifyCopy(copy: string, options: CheckOptions, report: Report): Promise<CheckedManifest> {
  report('checksumming');
  return withPrivateCopy(copy, options, async ({ manifest, sealedHere, ...files }) => {
    await tryOut({ manifest, ...files }, options.location, report, async () => {});
    return { manifest, sealedHere };
  });
}

/** Restores the copy into a scratch database, checks it there, and lends it out. */
export function tryOut<Result>(
  copy: PrivateCopy,
  location: DatabaseLocation,
  report: Report,
  work: (scratch: DatabaseLocation) => Promise<Result>,
): Promise<Result> {
  const { origin, manifest } = copy;
  const { rows, migrations } = manifest.facts;
  refuseIfNotOurs(origin, { tables: Object.keys(rows), migrations });
  report('restoring');
  return withScratchOf(copy, location, async (scratch) => {
    report('checking');
    await refuseFaults(origin, scratch, manifest.facts);
    return work(scratch);
  });
}

async function refuseFaults(origin: string, scratch: DatabaseLocation, facts: Facts): Promise<void> {
  const faults = await inspectDatabase(scratch, (database) => findFaults(database, facts));
  if (faults.length > 0) throw new CopyRefused(`${origin} does not restore well: ${faults.join('; ')}.`);
}

/** A private copy of the embedded database is a scratch database already. */
async function withScratchOf<Result>(
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

async function inspectDatabase<Result>(
  location: DatabaseLocation,
  work: (database: Inspectable) => Promise<Result>,
): Promise<Result> {
  if (location.kind === 'postgres') {
    return withConnection(location.url, (db) => work(inspectPostgres(db)));
  }
  using sqlite = openUntrusted(location.file);
  return await work(inspectSqlite(sqlite));
}

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

/** Called with the current step and its progress from 0 to 1. */
export type ReportProgress = (step: Backup['step'], fraction?: number) => void;

export interface CheckOptions {
  /** The database of this installation: copies of PostgreSQL are restored beside it for the check. */
  location: DatabaseLocation;
  /** Where scratch folders are created; only this account may write to it. */
  scratchFolder: string;
  trust: Trust;
}

/** Throws for a copy that differs from its manifest, or whose maker is not trusted. */
export function verifyCopy(
  copy: string,
  options: CheckOptions,
  report: ReportProgress,
): Promise<CheckedManifest> {
  report('checksumming');
  return withPrivateCopy(copy, options, async ({ manifest, sealedHere, ...files }) => {
    await withTrialRestore({ manifest, ...files }, options.location, report, async () => {});
    return { manifest, sealedHere };
  });
}

/** Restores the copy into a scratch database, checks it, and calls `work` with it. */
export function withTrialRestore<Result>(
  copy: PrivateCopy,
  location: DatabaseLocation,
  report: ReportProgress,
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

/** A private copy of the embedded database is itself used as the scratch database. */
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

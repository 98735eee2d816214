/** Replaces the database with a copy, completely or not at all; every client fetches again. */
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import type { Instant } from '../../core/ist-time.ts';
import { continueLog } from '../public-log/open-log.ts';
import { type DatabaseLocation, openDatabase } from '../storage/engines/database.ts';
import { startNewEpoch } from '../storage/feed/feed-store.ts';
import { removeRunningBackups } from '../storage/operations/backups-store.ts';
import { removeLeftovers } from './copy-files.ts';
import { CopyRefused } from './copy-refused.ts';
import type { CheckedManifest, Manifest } from './manifest.ts';
import { isEmptyPostgres, readPostgresLogNumber, replacePostgres } from './postgres-replacement.ts';
import { withPrivateCopy } from './private-copy.ts';
import { isEmptySqlite, readSqliteLogNumber, refuseIfInUse, replaceSqlite } from './sqlite-replacement.ts';
import { type CheckOptions, type ReportProgress, withTrialRestore } from './verify.ts';

export interface Restored extends CheckedManifest {
  /** The file of the former database; null when there was none, and for PostgreSQL. */
  former: string | null;
}

export function restoreCopy(
  copy: string,
  { trust, location, scratchFolder }: CheckOptions,
  { force, now }: { force: boolean; now: Instant },
  report: ReportProgress,
): Promise<Restored> {
  report('checksumming');
  const options = { trust, scratchFolder: besideDatabase(location) ?? scratchFolder };
  return withPrivateCopy(copy, options, async ({ sealedHere, ...privateCopy }) => {
    const { manifest } = privateCopy;
    refuseOtherEngine(copy, manifest, location);
    if (location.kind === 'sqlite') refuseIfInUse(location.file);
    if (!force && !(await isEmpty(location))) {
      throw new CopyRefused('The database is not empty. To replace everything in it, add --force.');
    }
    const former = await withTrialRestore(privateCopy, location, report, async (scratch) => {
      await prepare(scratch, now, await readFormerLog(location));
      return putInPlace(scratch, location);
    });
    report('done');
    return { manifest, sealedHere, former };
  });
}

/** A file can be moved into place in one step only on the same disk. Null for PostgreSQL. */
function besideDatabase(location: DatabaseLocation): string | null {
  if (location.kind !== 'sqlite') return null;
  removeLeftovers(dirname(location.file));
  return dirname(location.file);
}

function refuseOtherEngine(copy: string, { format }: Manifest, { kind }: DatabaseLocation): void {
  if ((format === 'sqlite') === (kind === 'sqlite')) return;
  throw new CopyRefused(
    kind === 'sqlite'
      ? `${copy} is a copy of a PostgreSQL database: set DATABASE_URL to restore it.`
      : `${copy} is a copy of the embedded database: unset DATABASE_URL to restore it.`,
  );
}

const isEmpty = (location: DatabaseLocation): Promise<boolean> =>
  location.kind === 'sqlite' ? isEmptySqlite(location.file) : isEmptyPostgres(location.url);

const readFormerLog = (location: DatabaseLocation): Promise<number> =>
  location.kind === 'sqlite' ? readSqliteLogNumber(location.file) : readPostgresLogNumber(location.url);

/** Migrates an older copy, continues its log, and starts a new epoch so that clients fetch again. */
async function prepare(scratch: DatabaseLocation, now: Instant, formerLog: number): Promise<void> {
  const database = await openDatabase(scratch);
  try {
    await database.write(async (tx) => {
      await startNewEpoch(tx, crypto.randomUUID());
      await removeRunningBackups(tx);
      await continueLog(tx, { now, formerLog, randomBytes });
    });
  } finally {
    await database.close();
  }
}

async function putInPlace(scratch: DatabaseLocation, location: DatabaseLocation): Promise<string | null> {
  if (scratch.kind === 'sqlite' && location.kind === 'sqlite')
    return replaceSqlite(scratch.file, location.file);
  if (scratch.kind === 'postgres' && location.kind === 'postgres') {
    await replacePostgres(scratch.url, location.url);
  }
  return null;
}

/** Puts a copy in the place of the database: all of it or nothing, and every client refetches. */
import { dirname } from 'node:path';
import { type DatabaseLocation, openDatabase } from '../storage/engines/database.ts';
import { startNewEpoch } from '../storage/feed/feed-store.ts';
import { forgetRunningBackups } from '../storage/operations/backups-store.ts';
import { removeLeftovers } from './copy-files.ts';
import { CopyRefused } from './copy-refused.ts';
import type { CheckedManifest, Manifest } from './manifest.ts';
import { isEmptyPostgres, replacePostgres } from './postgres-replacement.ts';
import { withPrivateCopy } from './private-copy.ts';
import { isEmptySqlite, refuseIfInUse, replaceSqlite } from './sqlite-replacement.ts';
import { type CheckOptions, type Report, tryOut } from './verify.ts';

export interface Restored extends CheckedManifest {
  /** Where the former database was put; null when there was none, or none that is a file. */
  former: string | null;
}

export function restoreCopy(
  copy: string,
  { trust, location, scratchFolder }: CheckOptions,
  { force }: { force: boolean },
  report: Report,
): Promise<Restored> {
  report('checksumming');
  const options = { trust, scratchFolder: besideDatabase(location) ?? scratchFolder };
  return withPrivateCopy(copy, options, async ({ sealedHere, ...taken }) => {
    const { manifest } = taken;
    refuseOtherEngine(copy, manifest, location);
    if (location.kind === 'sqlite') refuseIfInUse(location.file);
    if (!force && !(await isEmpty(location))) {
      throw new CopyRefused('The database is not empty. To replace everything in it, add --force.');
    }
    const former = await tryOut(taken, location, report, async (scratch) => {
      await prepare(scratch);
      return putInPlace(scratch, location);
    });
    report('done');
    return { manifest, sealedHere, former };
  });
}

/** Only from the same disk can a file be moved into place in one step. Null for PostgreSQL. */
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

/** Brings an older copy to the newest schema, and tells apart what clients saw before the restore and after. */
async function prepare(scratch: DatabaseLocation): Promise<void> {
  const database = await openDatabase(scratch);
  try {
    await database.write(async (tx) => {
      await startNewEpoch(tx, crypto.randomUUID());
      await forgetRunningBackups(tx);
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

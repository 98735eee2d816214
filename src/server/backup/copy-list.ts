/** Adds unknown copies to the list of backups and removes old ones. Copies of other installations are ignored. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY, type Instant } from '../../core/ist-time.ts';
import { selectKept } from '../../core/retention.ts';
import type { Database } from '../storage/engines/database.ts';
import {
  type BackupRow,
  insertBackups,
  readBackupFiles,
  removeBackupsOf,
  removeFailedBackups,
} from '../storage/operations/backups-store.ts';
import { placeOf } from './copy-files.ts';
import { listOwnCopies, type Manifest, manifestFileOf } from './manifest.ts';

const FAILURES_KEPT_FOR = 30 * DAY;

/** After a restore the list lacks the copies made since, which are still in the folder. */
export async function listUnknownCopies(
  database: Database,
  { folder, key, hostName }: { folder: string; key: string; hostName: string },
  now: Instant,
): Promise<void> {
  const copies = await listOwnCopies(folder, key);
  await database.write(async (tx) => {
    const known = new Set(await readBackupFiles(tx));
    await insertBackups(
      tx,
      copies
        .filter(({ file }) => !known.has(file))
        .map((manifest) => rowOf(manifest, placeOf(hostName, folder))),
      now,
    );
  });
}

function rowOf({ file, bytes, sha256, madeAt }: Manifest, node: string): BackupRow {
  const at = Date.parse(madeAt);
  return {
    id: crypto.randomUUID(),
    period: null,
    status: 'verified',
    step: 'done',
    progress: 100,
    file,
    bytes,
    sha256,
    started_at: at,
    beat_at: at,
    finished_at: at,
    error: null,
    node,
  };
}

export async function removeOldCopies(
  database: Database,
  { folder, key }: { folder: string; key: string },
  now: Instant,
): Promise<void> {
  const own = await listOwnCopies(folder, key);
  const copies = own.map(({ file, madeAt }) => ({ file, at: Date.parse(madeAt) }));
  const kept = new Set(selectKept(copies).map(({ file }) => file));
  const old = copies.map(({ file }) => file).filter((file) => !kept.has(file));
  for (const file of old) {
    await rm(join(folder, file), { force: true });
    await rm(manifestFileOf(join(folder, file)), { force: true });
  }
  await database.write(async (tx) => {
    await removeBackupsOf(tx, old, now);
    await removeFailedBackups(tx, now - FAILURES_KEPT_FOR, now);
  });
}

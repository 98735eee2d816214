/**
 * The list of backups: running, verified, and failed with the reason. Every change that staff can see is appended to
 * the feed.
 */
import type { Backup } from '../../../contract/backups.ts';
import type { Page } from '../../../contract/paging.ts';
import type { Instant } from '../../../core/ist-time.ts';
import type { ChangeType } from '../../../core/live.ts';
import { appendFeed, invalidation } from '../feed/feed-store.ts';
import { type PageRequest, toPage } from '../queries/keyset.ts';
import { isOlderThan } from '../queries/newest-first.ts';
import { isoOf } from '../queries/wire-values.ts';
import type { Reader, Row, Writer } from '../schema.ts';

export type BackupRow = Row<'backups'>;

/** Newest first. */
export async function listBackups(db: Reader, { limit, cursor }: PageRequest): Promise<Page<Backup>> {
  const rows = await db
    .selectFrom('backups')
    .selectAll()
    .where(isOlderThan('backups', cursor))
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, toBackup, ({ started_at, id }) => [started_at, id]);
}

/** Newest first. */
export const readVerifiedBackups = (db: Reader): Promise<BackupRow[]> =>
  db
    .selectFrom('backups')
    .selectAll()
    .where('status', '=', 'verified')
    .orderBy('started_at', 'desc')
    .execute();

/**
 * Also true for a period whose backup failed: the next period tries again. False for a running backup without a
 * heartbeat since `aliveSince`: its process crashed, and another backup must be made.
 */
export async function isPeriodTaken(
  db: Reader,
  period: string,
  aliveSince: Instant = Number.NEGATIVE_INFINITY,
): Promise<boolean> {
  const rows = await db
    .selectFrom('backups')
    .select(['status', 'beat_at'])
    .where('period', '=', period)
    .execute();
  return rows.some(({ status, beat_at }) => status !== 'running' || beat_at >= aliveSince);
}

/**
 * Records that a backup has begun; returns false when another is running or the period is taken. A running backup
 * without a heartbeat since `aliveSince` is marked as failed.
 */
export async function beginBackup(tx: Writer, row: BackupRow, aliveSince: Instant): Promise<boolean> {
  const interrupted = await tx
    .updateTable('backups')
    // Frees its period, so that a node can make another.
    .set({ status: 'failed', period: null, error: 'Interrupted.', finished_at: row.started_at })
    .where('status', '=', 'running')
    .where('beat_at', '<', aliveSince)
    .returning('id')
    .execute();
  await notifyStaff(tx, row.started_at, 'UPDATE', interrupted);
  const running = await tx.selectFrom('backups').select('id').where('status', '=', 'running').execute();
  if (running.length > 0) return false;
  const inserted = await tx
    .insertInto('backups')
    .values(row)
    .onConflict((conflict) => conflict.column('period').doNothing())
    .returning('id')
    .execute();
  await notifyStaff(tx, row.started_at, 'INSERT', inserted);
  return inserted.length > 0;
}

type Change = Partial<Omit<BackupRow, 'id'>>;

export async function updateBackup(tx: Writer, id: string, change: Change, at: Instant): Promise<void> {
  const before = await tx.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirst();
  if (!before) return;
  const after = { ...before, ...change };
  await tx.updateTable('backups').set(change).where('id', '=', id).execute();
  // A heartbeat changes nothing that the list shows.
  if (!Bun.deepEquals(toBackup(before), toBackup(after))) await notifyStaff(tx, at, 'UPDATE', [before]);
}

/** Returns false when it is no longer running: its end was already written, or it was marked as interrupted. */
export async function endBackup(tx: Writer, id: string, change: Change, at: Instant): Promise<boolean> {
  const ended = await tx
    .updateTable('backups')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('id')
    .execute();
  await notifyStaff(tx, at, 'UPDATE', ended);
  return ended.length > 0;
}

export async function insertBackups(tx: Writer, rows: readonly BackupRow[], at: Instant): Promise<void> {
  if (rows.length === 0) return;
  await tx.insertInto('backups').values(rows).execute();
  await notifyStaff(tx, at, 'INSERT', rows);
}

/** The file names of all backups in the list. */
export async function readBackupFiles(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('backups').select('file').execute();
  return rows.map(({ file }) => file);
}

export async function removeBackupsOf(tx: Writer, files: readonly string[], at: Instant): Promise<void> {
  if (files.length === 0) return;
  const removed = await tx.deleteFrom('backups').where('file', 'in', files).returning('id').execute();
  await notifyStaff(tx, at, 'DELETE', removed);
}

export async function removeFailedBackups(tx: Writer, before: Instant, at: Instant): Promise<void> {
  const removed = await tx
    .deleteFrom('backups')
    .where('status', '=', 'failed')
    .where('started_at', '<', before)
    .returning('id')
    .execute();
  await notifyStaff(tx, at, 'DELETE', removed);
}

const notifyStaff = (
  tx: Writer,
  at: Instant,
  type: ChangeType,
  rows: readonly { id: string }[],
): Promise<void> =>
  appendFeed(
    tx,
    at,
    rows.map(({ id }) => invalidation('backups', type, id)),
  );

/**
 * For a restored copy, which contains its own backup as running. Not in the feed: no client has seen these rows yet.
 */
export async function removeRunningBackups(tx: Writer): Promise<void> {
  await tx.deleteFrom('backups').where('status', '=', 'running').execute();
}

export const toBackup = (row: BackupRow): Backup => ({
  id: row.id,
  status: row.status,
  step: row.step,
  progress: row.progress,
  file: row.file,
  bytes: row.bytes,
  sha256: row.sha256,
  startedAt: isoOf(row.started_at),
  finishedAt: row.finished_at === null ? null : isoOf(row.finished_at),
  error: row.error,
});

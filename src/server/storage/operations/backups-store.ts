/**
 * The list of backups: the one under way, the verified ones, and those that failed and why. Every change of it that
 * staff can see appends to the feed.
 */
import { z } from 'zod';
import type { Backup } from '../../../contract/backups.ts';
import type { Page } from '../../../contract/paging.ts';
import { idSchema } from '../../../contract/values.ts';
import type { Instant } from '../../../core/ist-time.ts';
import type { ChangeType } from '../../../core/live.ts';
import { appendFeed, invalidation } from '../feed/feed-store.ts';
import { decodeCursor, type PageRequest, toPage } from '../queries/keyset.ts';
import { isoOf } from '../queries/wire-values.ts';
import type { Reader, Row, Writer } from '../schema.ts';

export type BackupRow = Row<'backups'>;

const keySchema = z.tuple([z.int(), idSchema]);

/** Newest first. */
export async function listBackups(db: Reader, { limit, cursor }: PageRequest): Promise<Page<Backup>> {
  const rows = await db
    .selectFrom('backups')
    .selectAll()
    .$if(cursor !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('started_at', 'id'), '<', eb.tuple(...decodeCursor(cursor ?? '', keySchema))),
      ),
    )
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
 * Also true for a period whose backup failed: it was had, and the next one comes.
 * False for one that has given no sign of life since `aliveSince`: it crashed, and another makes up for it.
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
 * Records that a backup has begun; false when another is running or has had the period.
 * One that has given no sign of life since `aliveSince` is no longer running.
 */
export async function beginBackup(tx: Writer, row: BackupRow, aliveSince: Instant): Promise<boolean> {
  const interrupted = await tx
    .updateTable('backups')
    // Its period is free again, so that a node makes up for it.
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

export async function updateBackup(tx: Writer, at: Instant, id: string, change: Change): Promise<void> {
  const before = await tx.selectFrom('backups').selectAll().where('id', '=', id).executeTakeFirst();
  if (!before) return;
  const after = { ...before, ...change };
  await tx.updateTable('backups').set(change).where('id', '=', id).execute();
  // A sign of life changes nothing that the list shows.
  if (!Bun.deepEquals(toBackup(before), toBackup(after))) await notifyStaff(tx, at, 'UPDATE', [before]);
}

/** False when it is no longer running: its end was written before, or somebody took it for dead. */
export async function endBackup(tx: Writer, at: Instant, id: string, change: Change): Promise<boolean> {
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

export async function insertBackups(tx: Writer, at: Instant, rows: readonly BackupRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.insertInto('backups').values(rows).execute();
  await notifyStaff(tx, at, 'INSERT', rows);
}

/** The names of all copies that the list knows of. */
export async function readBackupFiles(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('backups').select('file').execute();
  return rows.map(({ file }) => file);
}

export async function removeBackupsOf(tx: Writer, at: Instant, files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  const removed = await tx.deleteFrom('backups').where('file', 'in', files).returning('id').execute();
  await notifyStaff(tx, at, 'DELETE', removed);
}

export async function forgetFailedBackups(tx: Writer, at: Instant, before: Instant): Promise<void> {
  const forgotten = await tx
    .deleteFrom('backups')
    .where('status', '=', 'failed')
    .where('started_at', '<', before)
    .returning('id')
    .execute();
  await notifyStaff(tx, at, 'DELETE', forgotten);
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

/** For a restored copy, which was made while its own backup was running. No client knows of the copy's rows yet. */
export async function forgetRunningBackups(tx: Writer): Promise<void> {
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

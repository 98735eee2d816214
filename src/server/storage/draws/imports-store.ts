/** Imports that were not taken back, and the draws that they created. */
import type { DrawImport } from '../../../contract/import.ts';
import type { Page } from '../../../contract/paging.ts';
import { type Instant, SECOND } from '../../../core/ist-time.ts';
import { type PageRequest, toPage } from '../queries/keyset.ts';
import { isOlderThan, newestFirstKeyOf } from '../queries/newest-first.ts';
import { isoOf } from '../queries/wire-values.ts';
import type { Reader, Row, Writer } from '../schema.ts';
import type { DrawRow } from './draw-rows.ts';

export type ImportRow = Row<'imports'>;

/** A draw that was not changed since it was created. */
const FIRST_VERSION = 1;

/** Longer than a piece can wait for its turn: after that the process was stopped, or is frozen. */
const ACTIVE_FOR = 15 * SECOND;

/** Whether it is being stored or taken back. */
export const isRunning = ({ active_at }: Pick<ImportRow, 'active_at'>, now: Instant): boolean =>
  active_at !== null && now - active_at < ACTIVE_FOR;

export async function insertImport(tx: Writer, row: ImportRow): Promise<void> {
  await tx.insertInto('imports').values(row).execute();
}

export const findImportRow = (db: Reader, id: string): Promise<ImportRow | undefined> =>
  db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();

export async function updateImport(
  tx: Writer,
  id: string,
  change: Partial<Pick<ImportRow, 'draws' | 'removed' | 'active_at'>>,
): Promise<void> {
  await tx.updateTable('imports').set(change).where('id', '=', id).execute();
}

/** Imports that were being stored or taken back when their process was stopped. */
export const readInterruptedImports = (db: Reader, now: Instant): Promise<ImportRow[]> =>
  db
    .selectFrom('imports')
    .selectAll()
    .where('active_at', '<=', now - ACTIVE_FOR)
    .execute();

/** Some of the draws that were not changed since they were imported, in the order of date and slot. */
export async function readUnchangedDraws(db: Reader, importId: string, limit: number): Promise<DrawRow[]> {
  const rows = await db
    .selectFrom('draws')
    .selectAll()
    .where('import_id', '=', importId)
    .where('version', '=', FIRST_VERSION)
    .limit(limit)
    .execute();
  // Not `order by`, which would read all draws of the import for each piece.
  const keyOf = ({ date, slot }: DrawRow): string => `${date} ${slot}`;
  return rows.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

export async function readChangedNumbers(db: Reader, importId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('draws')
    .select('draw_no')
    .where('import_id', '=', importId)
    .where('version', '>', FIRST_VERSION)
    .limit(limit)
    .execute();
  return rows.map(({ draw_no }) => draw_no);
}

/** How many of its draws were not changed, and how many the public sees. */
export const countDrawsOfImport = (
  db: Reader,
  importId: string,
): Promise<{ unchanged: number; published: number }> =>
  db
    .selectFrom('draws')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('version', '=', FIRST_VERSION).as('unchanged'),
      eb.fn.countAll<number>().filterWhere('published', '=', 1).as('published'),
    ])
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();

export async function removeDrawsOfImport(tx: Writer, rows: readonly DrawRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await tx.deleteFrom('draws').where('id', 'in', ids).execute();
}

export async function removeImport(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('imports').where('id', '=', id).execute();
}

/** Newest first. */
export async function listImports(
  db: Reader,
  { limit, cursor }: PageRequest,
  now: Instant,
): Promise<Page<DrawImport>> {
  const rows = await db
    .selectFrom('imports')
    .selectAll()
    // Both count in an index.
    .select((eb) => [
      eb
        .selectFrom('draws')
        .select((draws) => draws.fn.countAll<number>().as('count'))
        .whereRef('import_id', '=', 'imports.id')
        .where('version', '=', FIRST_VERSION)
        .$asScalar()
        .as('unchanged'),
      eb
        .selectFrom('draws')
        .select((draws) => draws.fn.countAll<number>().as('count'))
        .whereRef('import_id', '=', 'imports.id')
        .where('published', '=', 1)
        .$asScalar()
        .as('shown'),
    ])
    .where(isOlderThan('imports', cursor))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, (row) => toDrawImport(row, now), newestFirstKeyOf);
}

const toDrawImport = (
  { unchanged, shown, ...row }: ImportRow & { unchanged: number | null; shown: number | null },
  now: Instant,
): DrawImport => ({
  id: row.id,
  createdAt: isoOf(row.created_at),
  user: row.user_name,
  total: row.total,
  created: row.draws,
  removed: row.removed,
  running: isRunning(row, now),
  published: shown ?? 0,
  changed: row.draws - row.removed - (unchanged ?? 0),
  firstDate: row.first_date,
  lastDate: row.last_date,
});

/** Draws as staff and automation see them, drafts included. Nothing public reads from here. */

import type { Expression, ExpressionBuilder, SqlBool, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { AdminDraw, AdminDrawFilters } from '../../../contract/draws.ts';
import type { Page } from '../../../contract/paging.ts';
import { needsApproval } from '../../../core/approval.ts';
import type { UnpublishedDraw } from '../../../core/automation.ts';
import type { Instant, IstDate } from '../../../core/ist-time.ts';
import { SLOTS, type Slot } from '../../../core/slots.ts';
import { inBatches } from '../queries/batches.ts';
import { type PageRequest, streamPages, toPage } from '../queries/keyset.ts';
import { flag } from '../queries/wire-values.ts';
import type { Reader, Schema, Writer } from '../schema.ts';
import type { DrawsTable } from '../tables/draw-tables.ts';
import { comesAfter, drawKeyOf, matchesDrawFilters } from './draw-filters.ts';
import { approvalOf, type DrawRow, toAdminDraw } from './draw-rows.ts';

/** Newest first. */
export async function listDraws(
  db: Reader,
  { limit, cursor, ...filters }: AdminDrawFilters & PageRequest,
): Promise<Page<AdminDraw>> {
  const rows = await db
    .selectFrom('draws')
    .selectAll()
    .where((eb) =>
      eb.and([matchesDrawFilters(eb, filters), hasStatus(eb, filters.status), comesAfter(eb, cursor)]),
    )
    .orderBy('date', 'desc')
    .orderBy('slot', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, toAdminDraw, drawKeyOf);
}

type DrawExpressions = ExpressionBuilder<Schema, 'draws'>;

function hasStatus(eb: DrawExpressions, status: AdminDrawFilters['status']): Expression<SqlBool> {
  return status ? eb('published', '=', flag(status === 'published')) : eb.and([]);
}

/** All that match, newest first, in pages: for an export of any length. */
export const streamDraws = (db: Reader, filters: AdminDrawFilters): AsyncGenerator<AdminDraw[], void> =>
  streamPages((request) => listDraws(db, { ...filters, ...request }));

export const findDrawRow = (db: Reader, id: string): Promise<DrawRow | undefined> =>
  db.selectFrom('draws').selectAll().where('id', '=', id).executeTakeFirst();

/** The day's draws in slot order. */
export async function readDay(db: Reader, date: IstDate): Promise<AdminDraw[]> {
  const rows = await db.selectFrom('draws').selectAll().where('date', '=', date).orderBy('slot').execute();
  return rows.map(toAdminDraw);
}

export async function readSlotsTaken(db: Reader, date: IstDate): Promise<Slot[]> {
  const rows = await db.selectFrom('draws').select('slot').where('date', '=', date).execute();
  return rows.map(({ slot }) => slot);
}

/** True when the clock was set back. Reads only the newest results, which an index returns. */
export async function wasPublishedAfter(db: Reader, time: Instant): Promise<boolean> {
  const newest = await db
    .selectFrom('draws')
    .select('published_at')
    .where('published', '=', 1)
    .orderBy('date', 'desc')
    .orderBy('slot', 'desc')
    .limit(SLOTS.length)
    .execute();
  return newest.some(({ published_at }) => published_at !== null && published_at > time);
}

/** The drafts that automation may have to publish, the earliest first. */
export async function readUnpublishedDraws(db: Reader): Promise<UnpublishedDraw[]> {
  const rows = await db
    .selectFrom('draws')
    .select(['id', 'date', 'slot', 'on_hold', 'provenance', 'created_at', 'proposal', 'unapproved'])
    .where('published', '=', 0)
    .where('on_hold', '=', 0)
    .orderBy('date')
    .orderBy('slot')
    .execute();
  return rows.map(toUnpublishedDraw);
}

/** Those of the digits that an unpublished random draft has, also if staff moved or renumbered it. */
export async function findDraftDigits(db: Reader, digits: readonly string[]): Promise<ReadonlySet<string>> {
  if (digits.length === 0) return new Set();
  const ofDraw = sql<string>`digit_1 || digit_2 || digit_3 || digit_4 || digit_5`;
  const rows = await db
    .selectFrom('draws')
    .select(ofDraw.as('digits'))
    .where('published', '=', 0)
    .where('provenance', 'in', ['generated', 'edited'])
    .where(ofDraw, 'in', digits)
    .execute();
  return new Set(rows.map((row) => row.digits));
}

export const toUnpublishedDraw = (
  row: Pick<
    DrawRow,
    'id' | 'date' | 'slot' | 'on_hold' | 'provenance' | 'created_at' | 'proposal' | 'unapproved'
  >,
): UnpublishedDraw => ({
  id: row.id,
  date: row.date,
  slot: row.slot,
  onHold: row.on_hold === 1,
  provenance: row.provenance,
  createdAt: row.created_at,
  needsApproval: needsApproval(approvalOf(row)),
});

/** In the given order. */
export async function readDraws(db: Reader, ids: readonly string[]): Promise<AdminDraw[]> {
  const found = new Map<string, AdminDraw>();
  for (const batch of inBatches(ids)) {
    const rows = await db.selectFrom('draws').selectAll().where('id', 'in', batch).execute();
    for (const row of rows) found.set(row.id, toAdminDraw(row));
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** The stored draws that have the slot or the number of a given one. */
export async function findTakenDraws(
  db: Reader,
  draws: readonly { date: IstDate; slot: Slot; drawNo: string }[],
): Promise<Pick<DrawRow, 'date' | 'slot' | 'draw_no'>[]> {
  const taken = [];
  for (const batch of inBatches(draws)) {
    const dates = [...new Set(batch.map(({ date }) => date))];
    const numbers = batch.map(({ drawNo }) => drawNo);
    const rows = await db
      .selectFrom('draws')
      .select(['date', 'slot', 'draw_no'])
      .where((eb) => eb.or([eb('date', 'in', dates), eb('draw_no', 'in', numbers)]))
      .execute();
    taken.push(...rows);
  }
  return taken;
}

export async function insertDraws(tx: Writer, rows: readonly DrawRow[]): Promise<void> {
  for (const batch of inBatches(rows)) await tx.insertInto('draws').values(batch).execute();
}

/** Inserts those whose date, slot and number are free, and returns them. */
export const insertDrawsWhereFree = (tx: Writer, rows: DrawRow[]): Promise<DrawRow[]> =>
  tx
    .insertInto('draws')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();

export type DrawChange = Omit<Updateable<DrawsTable>, 'id' | 'version'>;

/** Writes the change as the row's next version. */
export const updateDraw = (tx: Writer, id: string, change: DrawChange): Promise<DrawRow> =>
  tx
    .updateTable('draws')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function removeDraw(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('draws').where('id', '=', id).execute();
}

const ROWS_PER_PAGE = 1_000;

/** The draws that the public has seen, also those that were withdrawn: oldest first, in pages. */
export async function* streamOncePublic(db: Reader): AsyncGenerator<DrawRow[], void> {
  let last: DrawRow | undefined;
  do {
    const { date, slot } = last ?? { date: '', slot: '' };
    const rows: DrawRow[] = await db
      .selectFrom('draws')
      .selectAll()
      .where('public_draw_no', 'is not', null)
      .where((eb) => eb(eb.refTuple('date', 'slot'), '>', eb.tuple(date, slot as Slot)))
      .orderBy('date')
      .orderBy('slot')
      .limit(ROWS_PER_PAGE)
      .execute();
    if (rows.length > 0) yield rows;
    last = rows.at(ROWS_PER_PAGE - 1);
  } while (last);
}

/** Oldest first. */
export const readUnpublishedRows = (db: Reader): Promise<DrawRow[]> =>
  db.selectFrom('draws').selectAll().where('published', '=', 0).orderBy('date').orderBy('slot').execute();

export async function readLastPublication(db: Reader): Promise<Instant | null> {
  const { at } = await db
    .selectFrom('draws')
    .select((eb) => eb.fn.max('published_at').as('at'))
    .executeTakeFirstOrThrow();
  return at;
}

/** Gives a draft from before the log its salt. It is the same version of the draft. */
export async function sealDraft(tx: Writer, id: string, salt: string): Promise<void> {
  await tx.updateTable('draws').set({ salt }).where('id', '=', id).execute();
}

/** Events to be sent out: stored in the transaction that changes what the public sees. */
import { sql } from 'kysely';
import type { Draw } from '../../../contract/draws.ts';
import { SETTINGS_ROW_ID } from '../../../contract/live.ts';
import type { DrawEvent } from '../../../core/draw-events.ts';
import type { Instant } from '../../../core/ist-time.ts';
import type { Reader, Row, Writer } from '../schema.ts';

export interface NewEvent {
  id: string;
  type: DrawEvent;
  at: Instant;
  draw: Draw;
}

/** Stores nothing while notifications are off. One statement, because each of them delays a publication. */
export async function insertOutgoingEvent(tx: Writer, { id, type, at, draw }: NewEvent): Promise<void> {
  await tx
    .insertInto('outgoing_events')
    .columns(['id', 'position', 'type', 'at', 'draw'])
    .expression(
      tx
        .selectFrom('settings')
        .select((eb) => [
          eb.cast<string>(eb.val(id), 'text').as('id'),
          sql<number>`(select coalesce(max(position), 0) + 1 from outgoing_events)`.as('position'),
          eb.cast<DrawEvent>(eb.val(type), 'text').as('type'),
          eb.cast<number>(eb.val(at), 'bigint').as('at'),
          eb.cast<string>(eb.val(JSON.stringify(draw)), 'text').as('draw'),
        ])
        .where('id', '=', SETTINGS_ROW_ID)
        .where('enable_notifications', '=', 1),
    )
    .execute();
}

/** Each part that sends events out notes when it has read one. */
type ReadMark = 'webhooks_queued_at' | 'push_read_at';

const unreadEvents = (db: Reader, mark: ReadMark) =>
  db.selectFrom('outgoing_events').selectAll().where(mark, 'is', null);

export const readUnreadEvents = (
  db: Reader,
  mark: ReadMark,
  limit: number,
): Promise<Row<'outgoing_events'>[]> => unreadEvents(db, mark).orderBy('position').limit(limit).execute();

export const hasUnreadEvent = async (db: Reader, mark: ReadMark): Promise<boolean> =>
  (await unreadEvents(db, mark).limit(1).executeTakeFirst()) !== undefined;

export async function markRead(
  tx: Writer,
  mark: ReadMark,
  { ids, now }: { ids: readonly string[]; now: Instant },
): Promise<void> {
  await tx
    .updateTable('outgoing_events')
    .set({ [mark]: now })
    .where('id', 'in', ids)
    .execute();
}

/**
 * Deletes the events whose deliveries were created before an instant. Callers keep them for a day; by then none is pushed
 * any more.
 */
export async function pruneOutgoingEvents(tx: Writer, before: Instant): Promise<void> {
  await tx.deleteFrom('outgoing_events').where('webhooks_queued_at', '<', before).execute();
}

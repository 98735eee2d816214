/** The feed: every change in the form in which live streams send it, numbered without gaps in the order of commit. */
import type { AdminChange, ChangedTable, InvalidationTable, PublicChange } from '../../../contract/live.ts';
import type { Instant } from '../../../core/ist-time.ts';
import type { ChangeType } from '../../../core/live.ts';
import type { Reader, Writer } from '../schema.ts';
import type { Feed, FeedState } from './feed-cursor.ts';

/** One change as staff see it, and as the public sees it, if at all. */
export interface FeedEvent {
  admin: AdminChange;
  public: PublicChange | null;
}

/** Makes staff clients fetch a row again; contains only its id. */
export const invalidation = (table: InvalidationTable, type: ChangeType, id: string): FeedEvent => ({
  admin: { table, type, row: { id } },
  public: null,
});

export interface FeedEntry {
  /** In the numbering of the feed that it was read from. */
  id: number;
  table: ChangedTable;
  type: ChangeType;
  rowId: string;
  /** The row as JSON, ready to be sent. */
  row: string;
}

export async function appendFeed(tx: Writer, at: Instant, events: readonly FeedEvent[]): Promise<void> {
  if (events.length === 0) return;
  const publicCount = events.filter((event) => event.public !== null).length;
  const heads = await advanceHeads(tx, events.length, publicCount);
  let id = heads.admin - events.length;
  let publicId = heads.public - publicCount;
  const rows = events.map((event) => {
    id += 1;
    if (event.public) publicId += 1;
    return { id, at, ...columnsOf(event), public_id: event.public && publicId };
  });
  await tx.insertInto('feed').values(rows).execute();
}

/** Reserves ids on both counters and returns the last of each. */
async function advanceHeads(tx: Writer, all: number, publicOnes: number): Promise<Record<Feed, number>> {
  const { head, public_head } = await tx
    .updateTable('feed_state')
    .set((eb) => ({ head: eb('head', '+', all), public_head: eb('public_head', '+', publicOnes) }))
    .returning(['head', 'public_head'])
    .executeTakeFirstOrThrow();
  return { admin: head, public: public_head };
}

const columnsOf = ({ admin, public: shown }: FeedEvent) => ({
  table_name: admin.table,
  row_id: admin.row.id,
  admin_type: admin.type,
  admin_row: JSON.stringify(admin.row),
  public_type: shown?.type ?? null,
  public_row: shown ? JSON.stringify(shown.row) : null,
});

export async function readFeedState(db: Reader): Promise<FeedState> {
  const row = await db.selectFrom('feed_state').selectAll().executeTakeFirstOrThrow();
  return {
    epoch: row.epoch,
    admin: { head: row.head, prunedThrough: row.pruned_through },
    public: { head: row.public_head, prunedThrough: row.public_pruned_through },
  };
}

/** Returns the changes after an id of the feed, in order. */
export const readFeed = (db: Reader, feed: Feed, after: number, limit: number): Promise<FeedEntry[]> =>
  feed === 'public' ? readPublicFeed(db, after, limit) : readAdminFeed(db, after, limit);

const readPublicFeed = (db: Reader, after: number, limit: number): Promise<FeedEntry[]> =>
  db
    .selectFrom('feed')
    .select(['public_id as id', 'table_name as table', 'row_id as rowId'])
    .select(['public_type as type', 'public_row as row'])
    .where('public_id', '>', after)
    .orderBy('public_id')
    .limit(limit)
    .$narrowType<{ id: number; type: ChangeType; row: string }>()
    .execute();

const readAdminFeed = (db: Reader, after: number, limit: number): Promise<FeedEntry[]> =>
  db
    .selectFrom('feed')
    .select(['id', 'table_name as table', 'row_id as rowId'])
    .select(['admin_type as type', 'admin_row as row'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

/** How many changes come after a staff id, and when the first of them was made. */
export async function readFeedAfter(
  db: Reader,
  id: number,
): Promise<{ entries: number; oldestAt: Instant | null }> {
  const { entries, oldestAt } = await db
    .selectFrom('feed')
    .select((eb) => [eb.fn.countAll<number>().as('entries'), eb.fn.min('at').as('oldestAt')])
    .where('id', '>', id)
    .executeTakeFirstOrThrow();
  return { entries, oldestAt };
}

/** Deletes the changes made before an instant. */
export async function pruneFeed(tx: Writer, before: Instant): Promise<void> {
  const oldest = await tx
    .selectFrom('feed')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('at', '<', before)
    .executeTakeFirst();
  if (!oldest?.id) return;
  const pruned = await tx
    .selectFrom('feed')
    .select((eb) => eb.fn.max('public_id').as('publicId'))
    .where('id', '<=', oldest.id)
    .executeTakeFirst();
  await tx.deleteFrom('feed').where('id', '<=', oldest.id).execute();
  await tx
    .updateTable('feed_state')
    .set({
      pruned_through: oldest.id,
      ...(pruned?.publicId && { public_pruned_through: pruned.publicId }),
    })
    .execute();
}

/** Makes every client fetch everything again: for changes that are not in the feed. */
export async function startNewEpoch(tx: Writer, epoch: string): Promise<void> {
  await tx.updateTable('feed_state').set({ epoch }).execute();
}

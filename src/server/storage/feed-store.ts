/** The feed: every change in the form in which live streams send it, numbered without gap in the order of commit. */
import type { AdminChange, LiveTable, PublicChange } from '../../contract/live.ts';
import type { Instant } from '../../core/ist-time.ts';
import type { ChangeType } from '../../core/live.ts';
import type { Audience, FeedState } from './feed-cursor.ts';
import type { Reader, Writer } from './schema.ts';

/** One change as staff see it, and as the public does, if at all. */
export interface FeedEvent {
  admin: AdminChange;
  public: PublicChange | null;
}

export interface FeedEntry {
  id: number;
  table: LiveTable;
  type: ChangeType;
  rowId: string;
  /** The row as JSON, ready to be sent. */
  row: string;
}

export async function appendFeed(tx: Writer, at: Instant, events: readonly FeedEvent[]): Promise<void> {
  if (events.length === 0) return;
  const before = (await countOn(tx, events)) - events.length;
  const rows = events.map((event, index) => ({ id: before + 1 + index, at, ...columnsOf(event) }));
  await tx.insertInto('feed').values(rows).execute();
}

/** Takes the ids from the counter and answers with the last of them. */
async function countOn(tx: Writer, events: readonly FeedEvent[]): Promise<number> {
  const publicPlaces = events.findLastIndex((event) => event.public !== null) + 1;
  const { head } = await tx
    .updateTable('feed_state')
    .set((eb) => ({
      head: eb('head', '+', events.length),
      ...(publicPlaces > 0 && { public_head: eb('head', '+', publicPlaces) }),
    }))
    .returning('head')
    .executeTakeFirstOrThrow();
  return head;
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
    head: row.head,
    publicHead: row.public_head,
    prunedThrough: row.pruned_through,
  };
}

/** The changes after an id, in order. */
export const readFeed = (
  db: Reader,
  audience: Audience,
  after: number,
  limit: number,
): Promise<FeedEntry[]> =>
  audience === 'public' ? readPublicFeed(db, after, limit) : readAdminFeed(db, after, limit);

const readPublicFeed = (db: Reader, after: number, limit: number): Promise<FeedEntry[]> =>
  feedAfter(db, after, limit)
    .select(['public_type as type', 'public_row as row'])
    .where('public_type', 'is not', null)
    .$narrowType<{ type: ChangeType; row: string }>()
    .execute();

const readAdminFeed = (db: Reader, after: number, limit: number): Promise<FeedEntry[]> =>
  feedAfter(db, after, limit).select(['admin_type as type', 'admin_row as row']).execute();

const feedAfter = (db: Reader, after: number, limit: number) =>
  db
    .selectFrom('feed')
    .select(['id', 'table_name as table', 'row_id as rowId'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit);

/** Forgets the changes made before an instant. */
export async function pruneFeed(tx: Writer, before: Instant): Promise<void> {
  const oldest = await tx
    .selectFrom('feed')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('at', '<', before)
    .executeTakeFirst();
  if (!oldest?.id) return;
  await tx.deleteFrom('feed').where('id', '<=', oldest.id).execute();
  await tx.updateTable('feed_state').set({ pruned_through: oldest.id }).execute();
}

/** Makes every client refetch: for when the data changed in ways that the feed does not tell. */
export async function startNewEpoch(tx: Writer, epoch: string): Promise<void> {
  await tx.updateTable('feed_state').set({ epoch }).execute();
}

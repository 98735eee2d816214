/** The activity log: the database itself refuses to change or delete an entry. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { ActivityEntry, ActivityFilters, ActivityType, Snapshot } from '../../../contract/activity.ts';
import type { Page } from '../../../contract/paging.ts';
import type { Actor } from '../../../core/actor.ts';
import { type Digits, digitsFromText } from '../../../core/digits.ts';
import { DAY, type Instant, instantOf } from '../../../core/ist-time.ts';
import { timeFromLabel } from '../../../core/slots.ts';
import { foldForSearch } from '../../../core/text-search.ts';
import { decodeCursor, type PageRequest, streamPages, toPage } from '../queries/keyset.ts';
import { contains } from '../queries/text-search.ts';
import { isoOf } from '../queries/wire-values.ts';
import type { Reader, Row, Schema, Writer } from '../schema.ts';
import { appendFeed, type FeedEvent, invalidation } from './feed-store.ts';

export interface NewActivity {
  at: Instant;
  type: ActivityType;
  action: string;
  actor: Actor;
  target: string;
  before: Snapshot;
  after: Snapshot;
}

/**
 * Appends the entry, the feed rows of its change, and a feed row for the entry itself. The number is the last one
 * plus one, which is safe because there is one writer at a time.
 */
export async function appendActivity(
  tx: Writer,
  { actor, ...entry }: NewActivity,
  events: readonly FeedEvent[] = [],
): Promise<void> {
  const { id } = await tx
    .insertInto('activity')
    .values({
      ...entry,
      id: sql<number>`(select coalesce(max(id), 0) + 1 from activity)`,
      user_id: actor.id,
      user_name: actor.name,
      before: entry.before && JSON.stringify(entry.before),
      after: entry.after && JSON.stringify(entry.after),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await appendFeed(tx, entry.at, [...events, invalidation('activity', 'INSERT', String(id))]);
}

/** Newest first. */
export async function listActivity(
  db: Reader,
  { limit, cursor, ...filters }: ActivityFilters & PageRequest,
): Promise<Page<ActivityEntry>> {
  const rows = await db
    .selectFrom('activity')
    .selectAll()
    .where((eb) => matchesFilters(eb, filters, cursor))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, toActivityEntry, ({ id }) => id);
}

/** All that match, newest first, in pages: for an export of any length. */
export const streamActivity = (db: Reader, filters: ActivityFilters): AsyncGenerator<ActivityEntry[], void> =>
  streamPages((request) => listActivity(db, { ...filters, ...request }));

/** The names of all users with an entry, sorted. */
export async function listActivityUsers(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('activity').select('user_name').distinct().execute();
  return rows.map(({ user_name }) => user_name).sort((one, other) => one.localeCompare(other));
}

function matchesFilters(
  eb: ExpressionBuilder<Schema, 'activity'>,
  { q, type, user, from, to }: ActivityFilters,
  cursor: string | undefined,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = [];
  if (cursor !== undefined) conditions.push(eb('id', '<', decodeCursor(cursor, z.int())));
  if (q) conditions.push(matchesText(eb, q));
  if (type) conditions.push(eb('type', '=', type));
  if (user) conditions.push(eb('user_name', '=', user));
  if (from) conditions.push(eb('at', '>=', instantOf(from)));
  if (to) conditions.push(eb('at', '<', instantOf(to) + DAY));
  return eb.and(conditions);
}

/** Finds a part of any text of an entry, of its user, or of the values before and after. */
function matchesText(eb: ExpressionBuilder<Schema, 'activity'>, query: string): Expression<SqlBool> {
  const before = sql<string>`coalesce(${eb.ref('before')}, '')`;
  const after = sql<string>`coalesce(${eb.ref('after')}, '')`;
  const texts = [eb.ref('action'), eb.ref('target'), eb.ref('user_name'), before, after];
  const text = sql<string>`${sql.join(texts, sql` || ' ' || `)}`;
  const folded = storedForms(foldForSearch(query)).map((part) => contains(sql<string>`lower(${text})`, part));
  // As typed as well: SQLite's `lower` changes only the letters A to Z.
  return eb.or([contains(text, query), ...folded]);
}

/** A result and a time of day are stored in another form than people write them. */
function storedForms(query: string): string[] {
  const digits = digitsFromText(query);
  const time = timeFromLabel(query);
  return [query, ...(digits ? [storedDigits(digits)] : []), ...(time ? [time] : [])];
}

/** As in the JSON of a snapshot. */
const storedDigits = (digits: Digits): string =>
  digits.map((digit, place) => `"digit${place + 1}":"${digit}"`).join(',');

const toActivityEntry = (row: Row<'activity'>): ActivityEntry => ({
  id: String(row.id),
  action: row.action,
  user: row.user_name,
  target: row.target,
  timestamp: isoOf(row.at),
  type: row.type,
  before: toSnapshot(row.before),
  after: toSnapshot(row.after),
});

const toSnapshot = (json: string | null): Snapshot => (json === null ? null : JSON.parse(json));

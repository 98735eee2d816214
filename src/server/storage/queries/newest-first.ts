/** The order of lists for staff, newest first, and the condition for the next page. */
import { type Expression, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import { idSchema } from '../../../contract/values.ts';
import type { Schema } from '../schema.ts';
import { decodeCursor } from './keyset.ts';

/** The column that a list is ordered by, before the id. */
const TIMES = {
  news_posts: 'created_at',
  contact_messages: 'created_at',
  imports: 'created_at',
  backups: 'started_at',
} as const satisfies { [Table in keyof Schema]?: keyof Schema[Table] };

const keySchema = z.tuple([z.int(), idSchema]);

export const newestFirstKeyOf = ({ created_at, id }: { created_at: number; id: string }) => [created_at, id];

/** Without a cursor from the start. */
export function isOlderThan(table: keyof typeof TIMES, cursor: string | undefined): Expression<SqlBool> {
  if (cursor === undefined) return sql<SqlBool>`true`;
  const [time, id] = decodeCursor(cursor, keySchema);
  return sql<SqlBool>`(${sql.ref(`${table}.${TIMES[table]}`)}, ${sql.ref(`${table}.id`)}) < (${time}, ${id})`;
}

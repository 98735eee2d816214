/** The order of news and messages for staff, newest first, and the condition for the next page. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { z } from 'zod';
import { idSchema } from '../../../contract/values.ts';
import type { Schema } from '../schema.ts';
import { decodeCursor } from './keyset.ts';

type Dated = 'news_posts' | 'contact_messages';

const keySchema = z.tuple([z.int(), idSchema]);

export const newestFirstKeyOf = ({ created_at, id }: { created_at: number; id: string }) => [created_at, id];

/** Without a cursor from the start. */
export function isOlderThan(
  eb: ExpressionBuilder<Schema, Dated>,
  cursor: string | undefined,
): Expression<SqlBool> {
  if (cursor === undefined) return eb.and([]);
  const [createdAt, id] = decodeCursor(cursor, keySchema);
  return eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(createdAt, id));
}

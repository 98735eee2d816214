/** Finds rows by the beginning of their id, in tables whose ids can be derived from an `Idempotency-Key`. */
import type { Reader } from '../schema.ts';

export type KeyedTable = 'news_posts' | 'faqs' | 'contact_messages' | 'webhooks';

/** After every hexadecimal digit. */
const AFTER_DIGITS = 'g';

/** Whether there is such a row besides `except`. */
export const hasIdStartingWith = async (
  db: Reader,
  table: KeyedTable,
  { start, except }: { start: string; except: string },
): Promise<boolean> =>
  (await db
    .selectFrom(table)
    .select('id')
    .where('id', '>=', start)
    .where('id', '<', start + AFTER_DIGITS)
    .where('id', '!=', except)
    .limit(1)
    .executeTakeFirst()) !== undefined;

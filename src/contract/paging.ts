/** Paging of lists: a limit, an opaque cursor, and the next cursor. */
import { z } from 'zod';
import { plainText } from './values.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 500;

/** A higher limit is reduced to the maximum. */
export const limitSchema = z.coerce
  .number({ error: 'Limit must be a whole number.' })
  .int('Limit must be a whole number.')
  .min(1, 'Limit must be at least 1.')
  .transform((limit) => Math.min(limit, MAX_LIMIT))
  .default(DEFAULT_LIMIT)
  .meta({ description: `At most ${MAX_LIMIT} rows are returned.` });

export const cursorSchema = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,200}$/, 'This cursor is not valid.')
  .optional()
  .meta({ description: 'The `nextCursor` of the page before.' });

export const searchSchema = plainText('Search', 100).optional();

export const pagingQuerySchema = z.object({ limit: limitSchema, cursor: cursorSchema });

export const searchQuerySchema = pagingQuerySchema.extend({ q: searchSchema });

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

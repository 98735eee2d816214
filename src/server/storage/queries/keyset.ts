/** Keyset pagination: an opaque cursor holds the sort key of the last row of a page. */
import type { z } from 'zod';
import type { Page } from '../../../contract/paging.ts';
import { AppError } from '../../errors.ts';

export interface PageRequest {
  limit: number;
  cursor?: string | undefined;
}

export const encodeCursor = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url');

export function decodeCursor<Key>(cursor: string, keySchema: z.ZodType<Key>): Key {
  const reading = keySchema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()));
  if (!reading.success) throw new AppError('invalid', { errors: { cursor: 'This cursor is not valid.' } });
  return reading.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `rows` holds one more than the limit when there is a next page. */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  present: (row: Row) => Item,
  keyOf: (row: Row) => unknown,
): Page<Item> {
  const last = rows[limit - 1];
  const hasMore = rows.length > limit && last !== undefined;
  return {
    items: rows.slice(0, limit).map(present),
    nextCursor: hasMore ? encodeCursor(keyOf(last)) : null,
  };
}

const STREAM_PAGE = 1_000;

/** All items, page after page, so that only one page is in memory. */
export async function* streamPages<Item>(
  readPage: (request: PageRequest) => Promise<Page<Item>>,
): AsyncGenerator<Item[], void> {
  let cursor: string | null | undefined;
  do {
    const page = await readPage({ limit: STREAM_PAGE, ...(cursor && { cursor }) });
    yield page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

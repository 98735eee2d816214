/** A row before and after a change. */
import type { LiveTable } from '../../contract/live.ts';
import type { FeedEvent } from '../storage/feed/feed-store.ts';

export type RowChange<Row> =
  | { before: null; after: Row }
  | { before: Row; after: Row }
  | { before: Row; after: null };

/** The deletion of a public row. */
export function deletionEvent(table: LiveTable, id: string): FeedEvent {
  const deletion = { table, type: 'DELETE', row: { id } } as const;
  return { admin: deletion, public: deletion };
}

/** A row before and after a change, and the feed event of the change. */
import type { AdminChange, PublicChange } from '../../contract/live.ts';
import type { FeedEvent } from '../storage/feed/feed-store.ts';

export type RowChange<Row> =
  | { before: null; after: Row }
  | { before: Row; after: Row }
  | { before: Row; after: null };

/** Of a table whose rows the public sees too. */
type SharedTable = 'draws' | 'news_posts' | 'faqs';
type RowIn<Change extends { row: object }, Table> = Extract<
  Change,
  { table: Table; type: 'INSERT' | 'UPDATE' }
>['row'];

interface RowViews<Table, Row> {
  toAdmin(row: Row): RowIn<AdminChange, Table>;
  /** Null for a row that the public does not see. */
  toPublic(row: Row): RowIn<PublicChange, Table> | null;
}

/**
 * A row that becomes public is an INSERT for the public, and one that is withdrawn a DELETE. A change of what only staff
 * see, such as a proposal, is nothing.
 */
export function rowEvent<Table extends SharedTable, Row extends { id: string }>(
  table: Table,
  { before, after }: RowChange<Row>,
  { toAdmin, toPublic }: RowViews<Table, Row>,
): FeedEvent {
  const { id } = (after ?? before) as Row;
  const shownBefore = before && toPublic(before);
  const shownAfter = after && toPublic(after);
  const isSame = JSON.stringify(shownBefore) === JSON.stringify(shownAfter);
  return {
    admin: changeOf(table, id, before !== null, after && toAdmin(after)) as AdminChange,
    public: isSame ? null : (changeOf(table, id, shownBefore !== null, shownAfter) as PublicChange),
  };
}

function changeOf(table: SharedTable, id: string, isKnown: boolean, row: object | null) {
  if (!row) return { table, type: 'DELETE', row: { id } };
  return { table, type: isKnown ? 'UPDATE' : 'INSERT', row };
}

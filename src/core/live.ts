/** Live changes: applying them to a list, and merging several of the same row into one. */

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE';

export interface Identified {
  id: string;
}

export type Change<Row extends Identified> =
  | { type: 'INSERT' | 'UPDATE'; row: Row }
  | { type: 'DELETE'; row: Identified };

/** Newest first: by date, then by slot, both descending. */
export const compareDraws = (
  a: Identified & { date: string; slot: string },
  b: Identified & { date: string; slot: string },
): number => descending(a.date, b.date) || descending(a.slot, b.slot) || ascending(a.id, b.id);

export const compareNews = (
  a: Identified & { createdAt: string },
  b: Identified & { createdAt: string },
): number => descending(a.createdAt, b.createdAt) || descending(a.id, b.id);

export const compareFaqs = (a: Identified & { order: number }, b: Identified & { order: number }): number =>
  a.order - b.order || ascending(a.id, b.id);

function ascending(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const descending = (a: string, b: string): number => ascending(b, a);

/** The list after the change. Inserting a known row or deleting an unknown one is no error: a replay is harmless. */
export const applyChange = <Row extends Identified>(
  list: readonly Row[],
  change: Change<Row>,
  compare: (a: Row, b: Row) => number,
): Row[] => applyToPart(list, change, compare, () => true);

/** The same for a part of a longer list: a row that does not belong to the part leaves it, or never enters it. */
export function applyToPart<Row extends Identified>(
  list: readonly Row[],
  change: Change<Row>,
  compare: (a: Row, b: Row) => number,
  belongs: (row: Row) => boolean,
): Row[] {
  const others = list.filter(({ id }) => id !== change.row.id);
  if (change.type === 'DELETE' || !belongs(change.row)) return others;
  return [...others, change.row].sort(compare);
}

/** A change with its place in the feed. */
export interface FeedChange {
  id: number;
  table: string;
  type: ChangeType;
  row: Identified;
}

/** Without what is no longer to be seen: of a row that was deleted in the end, only the deletion is left. */
export function withoutDeletedRows<Entry extends FeedChange>(changes: readonly Entry[]): Entry[] {
  const deletedAt = new Map<string, number>();
  for (const { table, type, row, id } of changes)
    if (type === 'DELETE') deletedAt.set(`${table} ${row.id}`, id);
  return changes.filter(({ table, row, id }) => id >= (deletedAt.get(`${table} ${row.id}`) ?? id));
}

/**
 * One change per row, with its last state and at the place of its last change.
 * What was there before the first and after the last of them decides what it was as a whole.
 */
export function mergeChanges<Entry extends FeedChange>(changes: readonly Entry[]): Entry[] {
  const merged = new Map<string, { wasNew: boolean; last: Entry }>();
  for (const change of changes) {
    const key = `${change.table} ${change.row.id}`;
    const wasNew = merged.get(key)?.wasNew ?? change.type === 'INSERT';
    // Taking the key out first moves the row to the place of its latest change.
    merged.delete(key);
    merged.set(key, { wasNew, last: change });
  }
  return [...merged.values()].map(({ wasNew, last }) => ({ ...last, type: overallType(wasNew, last.type) }));
}

function overallType(wasNew: boolean, last: ChangeType): ChangeType {
  if (last === 'DELETE') return 'DELETE';
  return wasNew ? 'INSERT' : 'UPDATE';
}

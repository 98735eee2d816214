/** Applies live changes to a list, and merges several changes of the same row. */

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE';

export interface Identified {
  id: string;
}

export type Change<Row extends Identified> =
  | { type: 'INSERT' | 'UPDATE'; row: Row }
  | { type: 'DELETE'; row: Identified };

/** The list after the change. Applying a change twice has no further effect. */
export const applyChange = <Row extends Identified>(
  list: readonly Row[],
  change: Change<Row>,
  compare: (a: Row, b: Row) => number,
): Row[] => applyToPart(list, change, compare, () => true);

/** The same for a part of a longer list: a row that does not belong to it is removed or not added. */
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

/** A change with its id in the feed. */
export interface FeedChange {
  id: number;
  table: string;
  type: ChangeType;
  row: Identified;
}

/** Leaves out earlier changes of rows that were deleted later. */
export function withoutDeletedRows<Entry extends FeedChange>(changes: readonly Entry[]): Entry[] {
  const deletedAt = new Map<string, number>();
  for (const { table, type, row, id } of changes)
    if (type === 'DELETE') deletedAt.set(`${table} ${row.id}`, id);
  return changes.filter(({ table, row, id }) => id >= (deletedAt.get(`${table} ${row.id}`) ?? id));
}

/**
 * One change per row, with the state and the position of its last change.
 * Its type follows from whether the row existed before the first and after the last change.
 */
export function mergeChanges<Entry extends FeedChange>(changes: readonly Entry[]): Entry[] {
  const merged = new Map<string, { wasNew: boolean; last: Entry }>();
  for (const change of changes) {
    const key = `${change.table} ${change.row.id}`;
    const wasNew = merged.get(key)?.wasNew ?? change.type === 'INSERT';
    // Deleting the key first moves the row to the position of its last change.
    merged.delete(key);
    merged.set(key, { wasNew, last: change });
  }
  return [...merged.values()].map(({ wasNew, last }) => {
    const type = overallType(wasNew, last.type);
    return type === last.type ? last : { ...last, type };
  });
}

function overallType(wasNew: boolean, last: ChangeType): ChangeType {
  if (last === 'DELETE') return 'DELETE';
  return wasNew ? 'INSERT' : 'UPDATE';
}

/** Rows, versions and cursors from earlier responses, so that requests can use what exists. */
import type { Random } from '../random.ts';
import { listPathOf } from './operations.ts';

export interface KnownRow {
  /** The path parameters of the list that contained it. */
  parents: Record<string, string>;
  fields: Record<string, string>;
}

export interface KnownValues {
  learn(path: string, parents: Record<string, string>, body: unknown): void;
  /** Returns a row of the list; undefined if none is known. */
  pickRow(listPath: string, random: Random): KnownRow | undefined;
  /** Removes a row that no longer exists. */
  forget(listPath: string, row: KnownRow): void;
  pickCursor(path: string, random: Random): string | undefined;
  /** Returns any known value. */
  pickAny(random: Random): string | undefined;
}

const MOST_ROWS = 100;
const MOST_CURSORS = 20;

/** `isProtected` returns true for rows that the scenario needs; requests must not use them. */
export function createKnownValues(isProtected: (id: string) => boolean): KnownValues {
  const rows = new Map<string, KnownRow[]>();
  const cursors = new Map<string, string[]>();

  function pick<T>(list: readonly T[] | undefined, random: Random): T | undefined {
    return list && list.length > 0 ? list[random.integer(0, list.length - 1)] : undefined;
  }

  /** The newest rows are the most likely to exist. */
  function keep<T>(map: Map<string, T[]>, key: string, value: T, most: number): void {
    const list = map.get(key) ?? [];
    list.push(value);
    if (list.length > most) list.shift();
    map.set(key, list);
  }

  function learnRow(listPath: string, parents: Record<string, string>, row: object): void {
    const texts = Object.entries(row).filter(([, value]) => typeof value === 'string');
    const fields: Record<string, string> = Object.fromEntries(texts);
    const { id } = fields;
    if (id === undefined || isProtected(id)) return;
    const known = rows.get(listPath)?.find((other) => other.fields['id'] === id);
    if (known) known.fields = { ...known.fields, ...fields };
    else keep(rows, listPath, { parents, fields }, MOST_ROWS);
  }

  return {
    learn(path, parents, body) {
      if (typeof body !== 'object' || body === null) return;
      const { items, nextCursor } = body as { items?: unknown; nextCursor?: unknown };
      if (typeof nextCursor === 'string') keep(cursors, path, nextCursor, MOST_CURSORS);
      if (!Array.isArray(items)) return learnRow(listPathOf(path), parents, body);
      for (const item of items) if (typeof item === 'object') learnRow(path, parents, item);
    },
    pickRow: (listPath, random) => pick(rows.get(listPath), random),
    forget(listPath, row) {
      const list = rows.get(listPath) ?? [];
      if (list.includes(row)) list.splice(list.indexOf(row), 1);
    },
    pickCursor: (path, random) => pick(cursors.get(path), random),
    pickAny(random) {
      const fields = pick(pick([...rows.values()], random), random)?.fields;
      return fields && pick(Object.values(fields), random);
    },
  };
}

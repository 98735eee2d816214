/**
 * Finds published results. Searches use a list of all results in memory, because the databases have no index for a part
 * of a draw number. A result that is newer than all others is added to it; after any other change it is loaded again.
 */
import { setImmediate } from 'node:timers/promises';
import type { Draw, DrawFilters } from '../../../contract/draws.ts';
import type { ChangedTable } from '../../../contract/live.ts';
import type { Page } from '../../../contract/paging.ts';
import { digitsTextOf } from '../../../core/digits.ts';
import { readChartSearch, readDrawSearch } from '../../../core/draw-search.ts';
import type { IstDate } from '../../../core/ist-time.ts';
import type { ChangeType } from '../../../core/live.ts';
import type { Result } from '../../../core/result.ts';
import { type ResultConditions, ResultList } from '../../../core/result-list.ts';
import { DatabaseDown } from '../../errors.ts';
import { drawKeyOf, drawPlaceOfCursor } from '../../storage/draws/draw-filters.ts';
import type { Database } from '../../storage/engines/database.ts';
import { isOfResult } from '../../storage/feed/feed-cursor.ts';
import {
  type DaysRequest,
  findPublishedDraws,
  listPublishedDays,
  listPublishedDraws,
  type PublishedDays,
  readResultsAfter,
} from '../../storage/public-reads.ts';
import { encodeCursor, type PageRequest } from '../../storage/queries/keyset.ts';

export interface ResultFinder {
  /** All results. The same object is returned until the data changes. */
  list(): Promise<ResultList>;
  /** Newest first. */
  page(query: DrawFilters & PageRequest): Promise<Page<Draw>>;
  count(filters: DrawFilters): Promise<number>;
  /** Whole days, newest first: a page of a chart never ends in the middle of one. */
  days(request: DaysRequest & DrawFilters): Promise<PublishedDays>;
}

interface ResultChange {
  table: ChangedTable;
  type: ChangeType;
  /** The changed row as JSON. */
  rowJson: string;
}

interface FinderParts {
  database: Pick<Database, 'db' | 'state'>;
  live: {
    subscribeToPublic(subscriber: { receive(change: ResultChange): void; restart(): void }): void;
    /** Resolves when every change that was committed before has been received. */
    wake(): Promise<void>;
  };
}

const ROWS_AT_ONCE = 500;

export function createResultFinder({ database, live }: FinderParts): ResultFinder {
  const { db } = database;
  /** Null until it is loaded. */
  let current: ResultList | null = null;
  let loading: Promise<ResultList> | null = null;

  function drop(): void {
    current = null;
    loading = null;
  }

  /** Adds a result that is newer than all others, as every one that is published on time. */
  function addNewest({ type, rowJson }: ResultChange): boolean {
    if (!current || type !== 'INSERT') return false;
    const draw = JSON.parse(rowJson) as Draw;
    const { date, slot, drawNo } = draw;
    if (!current.isNewerThanAll(draw)) return false;
    current = current.withNewer([{ date, slot, drawNo, digits: digitsTextOf(draw) }]);
    return true;
  }

  live.subscribeToPublic({
    receive(change) {
      if (isOfResult(change) && !addNewest(change)) drop();
    },
    // The data changed without feed entries, for example by a restored backup or a large import.
    restart: drop,
  });

  async function load(): Promise<ResultList> {
    let list = new ResultList();
    let last: Result | undefined;
    let rows: Result[];
    do {
      rows = await readResultsAfter(db, last, ROWS_AT_ONCE);
      list = list.withNewer(rows);
      last = rows.at(-1);
      // SQLite returns rows without waiting: this lets other requests run.
      await setImmediate();
    } while (rows.length === ROWS_AT_ONCE);
    // A draw that was moved meanwhile may be in the list twice: after this its change has arrived.
    await live.wake();
    return list;
  }

  async function list(): Promise<ResultList> {
    for (;;) {
      // Changes do not arrive during an outage, so the list could be outdated.
      if (!database.state().responds) throw new DatabaseDown(new Error('no current results'));
      if (current) return current;
      loading ??= load();
      const own = loading;
      try {
        const loaded = await own;
        // Otherwise a change has arrived during the load.
        if (loading === own) current = loaded;
      } finally {
        if (loading === own) loading = null;
      }
    }
  }

  return {
    list,

    async page({ limit, cursor, ...filters }) {
      if (!isSearch(filters)) return listPublishedDraws(db, { limit, cursor, ...filters });
      const results = await list();
      const before = cursor === undefined ? undefined : drawPlaceOfCursor(cursor);
      const found = results
        .find({ ...conditionsOf(filters), before })
        .take(limit + 1)
        .toArray();
      const shown = found.slice(0, limit).map((index) => results.resultAt(index));
      const last = shown.at(-1);
      return {
        items: await findPublishedDraws(
          db,
          shown.map(({ drawNo }) => drawNo),
        ),
        nextCursor: found.length > limit && last ? encodeCursor(drawKeyOf(last)) : null,
      };
    },

    count: async (filters) => (await list()).count(conditionsOf(filters)),

    async days({ limit, before, ...filters }) {
      if (!isSearch(filters)) return listPublishedDays(db, { limit, before, ...filters });
      const results = await list();
      const dates = new Set<IstDate>();
      const drawNos: string[] = [];
      const place = before === undefined ? undefined : { date: before };
      for (const index of results.find({ ...conditionsOf(filters), before: place })) {
        const { date, drawNo } = results.resultAt(index);
        if (dates.size === limit && !dates.has(date)) {
          return { draws: await findPublishedDraws(db, drawNos), olderThan: [...dates].at(-1) ?? null };
        }
        dates.add(date);
        drawNos.push(drawNo);
      }
      return { draws: await findPublishedDraws(db, drawNos), olderThan: null };
    },
  };
}

/** What no index finds without reading far more than it returns. */
const isSearch = ({ q, find, endsWith }: DrawFilters): boolean => Boolean(q || find || endsWith);

/** What the list searches for. */
export const conditionsOf = ({ q, find, ...filters }: DrawFilters): ResultConditions => ({
  ...filters,
  searches: [...(q ? [readDrawSearch(q)] : []), ...(find ? [readChartSearch(find)] : [])],
});

/**
 * Counts published results from an index in memory. It is loaded at the first request and then follows the public
 * feed, so a count for any slot and dates reads no rows (decision 53).
 */
import { setImmediate } from 'node:timers/promises';
import type { Draw } from '../../contract/draws.ts';
import type { Statistics, StatisticsQuery } from '../../contract/statistics.ts';
import { digitsTextOf } from '../../core/digits.ts';
import { DrawIndex } from '../../core/statistics/draw-index.ts';
import { chiSquareOf, DEGREES_OF_FREEDOM } from '../../core/statistics/equal-chances.ts';
import { DatabaseDown } from '../errors.ts';
import type { Live } from '../live/live.ts';
import type { LiveMessage } from '../live/messages.ts';
import type { Database } from '../storage/engines/database.ts';
import { isOfResult } from '../storage/feed/feed-cursor.ts';
import { type PublishedResult, readResultsAfter } from '../storage/public-reads.ts';
import { chiSquareTail } from './chi-square.ts';

export type ReadStatistics = (query: StatisticsQuery) => Promise<Statistics>;

interface StatisticsParts {
  database: Pick<Database, 'db' | 'state'>;
  live: Pick<Live, 'subscribeToPublic' | 'wake'>;
}

interface FollowedIndex {
  index: DrawIndex;
  /** Changes that arrived during the load; null once it is complete. */
  waiting: LiveMessage[] | null;
}

const PAGE = 1_000;

export function createStatistics({ database, live }: StatisticsParts): ReadStatistics {
  let current: FollowedIndex | null = null;
  let loading: Promise<void> | null = null;

  live.subscribeToPublic({
    receive(message) {
      if (!current || !isOfResult(message)) return;
      if (current.waiting) current.waiting.push(message);
      else applyTo(current.index, message);
    },
    // The data changed without feed entries, for example by a restored backup or a large import.
    restart: drop,
  });

  function drop(): void {
    current = null;
    loading = null;
  }

  async function load(followed: FollowedIndex): Promise<void> {
    let last: PublishedResult | undefined;
    let page: PublishedResult[];
    do {
      page = await readResultsAfter(database.db, last, PAGE);
      for (const result of page) followed.index.put(result.id, result);
      last = page.at(-1);
      // SQLite answers synchronously: other requests run between the pages.
      await setImmediate();
    } while (page.length === PAGE);
    // A draw that was moved during the load may be missing: after this its change has arrived.
    await live.wake();
    for (const message of followed.waiting ?? []) applyTo(followed.index, message);
    followed.waiting = null;
  }

  async function loadedIndex(): Promise<DrawIndex> {
    for (;;) {
      current ??= { index: new DrawIndex(), waiting: [] };
      const followed = current;
      loading ??= load(followed).catch((error: unknown) => {
        if (followed === current) drop();
        throw error;
      });
      await loading;
      // It was dropped during the load.
      if (followed === current) return followed.index;
    }
  }

  return async (query) => {
    // Changes do not arrive then, so the counts could be outdated.
    if (!database.state().responds) throw new DatabaseDown(new Error('statistics need a current feed'));
    const { first, last, ...counts } = (await loadedIndex()).count(query);
    const value = chiSquareOf(counts.positions, counts.draws);
    return {
      ...counts,
      from: query.from ?? first,
      to: query.to ?? last,
      chiSquare: {
        value,
        degrees: DEGREES_OF_FREEDOM,
        p: chiSquareTail(value, DEGREES_OF_FREEDOM),
      },
    };
  };
}

/** Applying a change twice has no further effect. */
function applyTo(index: DrawIndex, { type, row: { id }, rowJson }: LiveMessage): void {
  if (type === 'DELETE') {
    index.remove(id);
    return;
  }
  const draw = JSON.parse(rowJson) as Draw;
  index.put(id, { date: draw.date, slot: draw.slot, digits: digitsTextOf(draw) });
}

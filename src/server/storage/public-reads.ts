/**
 * All queries that the public may use; none can return a draft. The public API and the public pages import no other
 * part of storage.
 */
import { sql } from 'kysely';
import type { Draw } from '../../contract/draws.ts';
import type { Faq } from '../../contract/faqs.ts';
import type { NewsArticle } from '../../contract/news.ts';
import type { Page } from '../../contract/paging.ts';
import type { PublicSettings } from '../../contract/settings.ts';
import { type IstDate, type IstMonth, monthOf } from '../../core/ist-time.ts';
import type { NewsPosition } from '../../core/news-order.ts';
import type { Result } from '../../core/result.ts';
import { readFaqRows, toFaq } from './content/faqs-store.ts';
import { toNewsArticle } from './content/news-store.ts';
import {
  listPublishedNews,
  type NewsSearch,
  newsPlaceOfCursor,
  publishedNews,
} from './content/published-news.ts';
import {
  comesAfter,
  drawKeyOf,
  type IndexedDrawFilters,
  matchesIndexedFilters,
} from './draws/draw-filters.ts';
import { PUBLIC_DRAW_COLUMNS, type PublishedDrawRow, toDraw } from './draws/draw-rows.ts';
import { readSettings } from './operations/settings-store.ts';
import { inBatches } from './queries/batches.ts';
import { type PageRequest, streamPages, toPage } from './queries/keyset.ts';
import type { Reader } from './schema.ts';

const publishedDraws = (db: Reader) =>
  db
    .selectFrom('draws')
    .select(PUBLIC_DRAW_COLUMNS)
    .where('published', '=', 1)
    .$narrowType<PublishedDrawRow>();

/** Newest first. */
export async function listPublishedDraws(
  db: Reader,
  { limit, cursor, ...filters }: IndexedDrawFilters & PageRequest,
): Promise<Page<Draw>> {
  const rows = await publishedDraws(db)
    .where((eb) => eb.and([matchesIndexedFilters(eb, filters), comesAfter(eb, cursor)]))
    .orderBy('date', 'desc')
    .orderBy('slot', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, toDraw, drawKeyOf);
}

/** All of them, newest first, in pages. */
export const streamPublishedDraws = (db: Reader): AsyncGenerator<Draw[], void> =>
  streamPages((request) => listPublishedDraws(db, request));

/** Up to `limit` results after a date and slot, or from the first one, in the order in which they were drawn. */
export async function readResultsAfter(
  db: Reader,
  last: Pick<Result, 'date' | 'slot'> | undefined,
  limit: number,
): Promise<Result[]> {
  const rows = await publishedDraws(db)
    .$if(last !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('date', 'slot'), '>', eb.tuple(last?.date ?? '', last?.slot ?? '10:00')),
      ),
    )
    .clearSelect()
    .select(['date', 'slot', 'draw_no', 'digit_1', 'digit_2', 'digit_3', 'digit_4', 'digit_5'])
    .orderBy('date')
    .orderBy('slot')
    .limit(limit)
    .execute();
  return rows.map(({ date, slot, draw_no, ...row }) => ({
    date,
    slot,
    drawNo: draw_no,
    digits: row.digit_1 + row.digit_2 + row.digit_3 + row.digit_4 + row.digit_5,
  }));
}

/** The sign keeps SQLite from reading all that is published by the index of that column. */
const publishedWithNumber = (db: Reader, drawNos: readonly string[]) =>
  db
    .selectFrom('draws')
    .select(PUBLIC_DRAW_COLUMNS)
    .where(sql<number>`+published`, '=', 1)
    .where('draw_no', 'in', drawNos)
    .$narrowType<PublishedDrawRow>();

/** In the order of the numbers, without those that are not published. */
export async function findPublishedDraws(db: Reader, drawNos: readonly string[]): Promise<Draw[]> {
  if (drawNos.length === 0) return [];
  const rows = await publishedWithNumber(db, drawNos).execute();
  const draws = new Map(rows.map((row) => [row.draw_no, toDraw(row)]));
  return drawNos.flatMap((drawNo) => draws.get(drawNo) ?? []);
}

export async function findPublishedDraw(db: Reader, drawNo: string): Promise<Draw | null> {
  const row = await publishedDraws(db).where('draw_no', '=', drawNo).executeTakeFirst();
  return row ? toDraw(row) : null;
}

export async function findPublishedDrawById(db: Reader, id: string): Promise<Draw | null> {
  const row = await publishedDraws(db).where('id', '=', id).executeTakeFirst();
  return row ? toDraw(row) : null;
}

/** The day's published draws in slot order. */
export async function readPublishedDay(db: Reader, date: IstDate): Promise<Draw[]> {
  const rows = await publishedDraws(db).where('date', '=', date).orderBy('slot').execute();
  return rows.map(toDraw);
}

export interface DaysRequest extends IndexedDrawFilters {
  /** How many days at most. */
  limit: number;
  /** Only days before this one, where the previous page ended. */
  before?: IstDate | undefined;
}

export interface PublishedDays {
  draws: Draw[];
  /** There are more days before this one; null on the last page. */
  olderThan: IstDate | null;
}

/** Whole days, newest first: a page of a chart never ends in the middle of one. */
export async function listPublishedDays(
  db: Reader,
  { limit, before, ...filters }: DaysRequest,
): Promise<PublishedDays> {
  const matching = publishedDraws(db).where((eb) => matchesIndexedFilters(eb, filters));
  const found = await matching
    .$if(before !== undefined, (query) => query.where('date', '<', before ?? ''))
    .clearSelect()
    .select('date')
    .distinct()
    .orderBy('date', 'desc')
    .limit(limit + 1)
    .execute();
  const [newest, oldest] = [found[0], found.slice(0, limit).at(-1)];
  if (!newest || !oldest) return { draws: [], olderThan: null };
  const rows = await matching
    .where((eb) => eb.between('date', oldest.date, newest.date))
    .orderBy('date', 'desc')
    .orderBy('slot', 'desc')
    .execute();
  return { draws: rows.map(toDraw), olderThan: found.length > limit ? oldest.date : null };
}

/** The published draws just before and just after a date and slot. */
export async function findNeighbours(
  db: Reader,
  { date, slot }: Pick<Draw, 'date' | 'slot'>,
): Promise<{ earlier: Draw | null; later: Draw | null }> {
  const nearest = async (side: '<' | '>'): Promise<Draw | null> => {
    const direction = side === '<' ? 'desc' : 'asc';
    const row = await publishedDraws(db)
      .where((eb) => eb(eb.refTuple('date', 'slot'), side, eb.tuple(date, slot)))
      .orderBy('date', direction)
      .orderBy('slot', direction)
      .limit(1)
      .executeTakeFirst();
    return row ? toDraw(row) : null;
  };
  return { earlier: await nearest('<'), later: await nearest('>') };
}

/** The nearest days before and after a date that have a result. */
export async function findDaysBeside(
  db: Reader,
  date: IstDate,
): Promise<{ earlier: IstDate | null; later: IstDate | null }> {
  const nearest = async (side: '<' | '>'): Promise<IstDate | null> => {
    const row = await publishedDraws(db)
      .clearSelect()
      .select('date')
      .where('date', side, date)
      .orderBy('date', side === '<' ? 'desc' : 'asc')
      .limit(1)
      .executeTakeFirst();
    return row?.date ?? null;
  };
  return { earlier: await nearest('<'), later: await nearest('>') };
}

/** The first and the last month that have a result; null while there is none. */
export async function findPublishedMonths(
  db: Reader,
): Promise<{ earliest: IstMonth; latest: IstMonth } | null> {
  const dateAtEnd = (direction: 'asc' | 'desc') =>
    publishedDraws(db).clearSelect().select('date').orderBy('date', direction).limit(1).executeTakeFirst();
  const [first, last] = [await dateAtEnd('asc'), await dateAtEnd('desc')];
  return first && last ? { earliest: monthOf(first.date), latest: monthOf(last.date) } : null;
}

/** Newest first; with a reader's language, articles in the other one follow. */
export const listNews = (db: Reader, search: NewsSearch): Promise<Page<NewsArticle>> =>
  listPublishedNews(db, search);

/** Also returns the position after which the page begins. */
export const readNewsFrom = async (
  db: Reader,
  search: NewsSearch,
): Promise<Page<NewsArticle> & { after: NewsPosition | null }> => ({
  ...(await listNews(db, search)),
  after: search.cursor === undefined ? null : newsPlaceOfCursor(search.cursor),
});

export async function findArticle(db: Reader, id: string): Promise<NewsArticle | null> {
  const row = await publishedNews(db).where('id', '=', id).executeTakeFirst();
  return row ? toNewsArticle(row) : null;
}

export async function listFaqs(db: Reader): Promise<Faq[]> {
  return (await readFaqRows(db)).map(toFaq);
}

export async function readPublicSettings(db: Reader): Promise<PublicSettings> {
  const { publishDelay, maintenanceMode } = (await readSettings(db)).settings;
  return { publishDelay, maintenanceMode };
}

/** Those of the draw numbers, as the public log has them, that are public now. */
export async function findPublicNumbers(db: Reader, drawNos: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const batch of inBatches(drawNos)) {
    const rows = await publishedWithNumber(db, batch).clearSelect().select('draw_no').execute();
    found.push(...rows.map(({ draw_no }) => draw_no));
  }
  return found;
}

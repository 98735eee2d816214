/** What a page shows of the product's data, and how it is brought up to date by what the live stream tells. */
import type { Draw } from '../../contract/draws.ts';
import type { Faq } from '../../contract/faqs.ts';
import type { PublicChange } from '../../contract/live.ts';
import type { NewsArticle } from '../../contract/news.ts';
import type { PublicSettings } from '../../contract/settings.ts';
import { applyChange, type Change, compareDraws, compareFaqs, compareNews } from '../../core/live.ts';

/** What the loader of a page gives, under these names, is kept up to date; the cursor is to be read before the rest. */
export interface PageData {
  cursor: string;
  draws?: Draw[];
  news?: NewsArticle[];
  faqs?: Faq[];
}

/** A change with its place in the feed. */
export type PlacedChange = PublicChange & { cursor: string };

/** Whether a place in the feed lies after another. Of two epochs, which come and go, neither does. */
export function isAfter(cursor: string, other: string): boolean {
  const [epoch, id] = readCursor(cursor);
  const [otherEpoch, otherId] = readCursor(other);
  return epoch === otherEpoch && id > otherId;
}

/** The id is the change's own; a second one after it says what else was sent, which is for the server to know. */
function readCursor(cursor: string): [epoch: string, id: number] {
  const dot = cursor.lastIndexOf('.');
  return [cursor.slice(0, dot), Number.parseInt(cursor.slice(dot + 1), 10)];
}

function isSamePlace(cursor: string, other: string): boolean {
  const [epoch, id] = readCursor(cursor);
  const [otherEpoch, otherId] = readCursor(other);
  return epoch === otherEpoch && id === otherId;
}

/** A stream that was opened anew may tell again what is known already. */
export const addChange = (known: readonly PlacedChange[], change: PlacedChange): readonly PlacedChange[] =>
  known.some(({ cursor }) => isSamePlace(cursor, change.cursor))
    ? known
    : [...known, change].sort((a, b) => readCursor(a.cursor)[1] - readCursor(b.cursor)[1]);

/** The page's data with every later change applied. */
export function bringUpToDate(
  { cursor, draws = [], news = [], faqs = [] }: PageData,
  changes: readonly PlacedChange[],
): Required<PageData> {
  return changes
    .filter((change) => isAfter(change.cursor, cursor))
    .reduce(applyToPage, { cursor, draws, news, faqs });
}

function applyToPage(data: Required<PageData>, change: PlacedChange): Required<PageData> {
  switch (change.table) {
    case 'draws':
      return { ...data, draws: applyChange(data.draws, change as Change<Draw>, compareDraws) };
    case 'news_posts':
      return { ...data, news: applyChange(data.news, change as Change<NewsArticle>, compareNews) };
    case 'faqs':
      return { ...data, faqs: applyChange(data.faqs, change as Change<Faq>, compareFaqs) };
    default:
      return data;
  }
}

/** The settings that visitors' pages know, after every change that came later than they were read. */
export const settingsAfter = (
  { cursor: readAt, settings }: { cursor: string; settings: PublicSettings },
  changes: readonly PlacedChange[],
): PublicSettings =>
  changes.reduce<PublicSettings>(
    (current, change) =>
      change.table === 'settings' && change.type !== 'DELETE' && isAfter(change.cursor, readAt)
        ? change.row
        : current,
    settings,
  );

/** What a page shows of the product's data, and how it is brought up to date by what the live stream tells. */
import type { Draw } from '../../contract/draws.ts';
import type { Faq } from '../../contract/faqs.ts';
import type { PublicChange } from '../../contract/live.ts';
import type { NewsArticle } from '../../contract/news.ts';
import type { PublicSettings } from '../../contract/settings.ts';
import { type DrawScope, includesArticle, includesDraw, type NewsScope } from '../../core/list-scope.ts';
import {
  applyChange,
  applyToPart,
  type Change,
  compareDraws,
  compareFaqs,
  compareNews,
} from '../../core/live.ts';
import { digitsOf } from '../components/draw-digits.ts';

/** Rows of a longer list, and which of that list they are: what comes in live is added only if it is one of them. */
interface Part<Row, Scope> {
  rows: Row[];
  scope: Scope;
}

/** What the loader of a page gives, under these names, is kept up to date; the cursor is to be read before the rest. */
export interface PageData {
  cursor: string;
  draws?: Part<Draw, DrawScope>;
  news?: Part<NewsArticle, NewsScope>;
  /** All of them: a page never shows only some. */
  faqs?: Faq[];
}

/** The lists of a page as they are to be shown; one that its loader did not give is empty. */
export interface ShownLists {
  draws: Draw[];
  news: NewsArticle[];
  faqs: Faq[];
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

/** The page's lists with every later change applied. */
export function bringUpToDate(
  { cursor, draws, news, faqs }: PageData,
  changes: readonly PlacedChange[],
): ShownLists {
  const later = changesAfter(cursor, changes);
  return {
    draws: draws ? applyToDraws(draws.rows, later, isInScope(draws.scope)) : [],
    news: news ? changesOf<NewsArticle>(later, 'news_posts').reduce(applyArticle(news.scope), news.rows) : [],
    faqs: faqs ? changesOf<Faq>(later, 'faqs').reduce(applyFaq, faqs) : [],
  };
}

/** Draws that a part of the page asked for by itself, with every change applied that came after that. */
export const drawsSince = (
  { cursor, draws }: { cursor: string; draws: Draw[] },
  changes: readonly PlacedChange[],
  belongs: (draw: Draw) => boolean,
): Draw[] => applyToDraws(draws, changesAfter(cursor, changes), belongs);

const changesAfter = (cursor: string, changes: readonly PlacedChange[]): PlacedChange[] =>
  changes.filter((change) => isAfter(change.cursor, cursor));

const changesOf = <Row extends { id: string }>(
  changes: readonly PlacedChange[],
  table: PlacedChange['table'],
): Change<Row>[] => changes.filter((change) => change.table === table) as unknown as Change<Row>[];

const applyToDraws = (
  draws: Draw[],
  changes: readonly PlacedChange[],
  belongs: (draw: Draw) => boolean,
): Draw[] =>
  changesOf<Draw>(changes, 'draws').reduce(
    (list, change) => applyToPart(list, change, compareDraws, belongs),
    draws,
  );

const isInScope =
  (scope: DrawScope) =>
  (draw: Draw): boolean =>
    includesDraw(scope, { ...draw, digits: digitsOf(draw) });

const applyArticle =
  (scope: NewsScope) =>
  (news: NewsArticle[], change: Change<NewsArticle>): NewsArticle[] =>
    applyToPart(news, change, compareNews, (article) => includesArticle(scope, article));

const applyFaq = (faqs: Faq[], change: Change<Faq>): Faq[] => applyChange(faqs, change, compareFaqs);

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

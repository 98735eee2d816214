/** The lists in a page's loader data that live changes keep up to date. */
import type { Draw } from '../../contract/draws.ts';
import type { Faq } from '../../contract/faqs.ts';
import type { NewsArticle } from '../../contract/news.ts';
import type { PublicSettings } from '../../contract/settings.ts';
import { digitsOf } from '../../core/digits.ts';
import { compareDraws } from '../../core/draw-order.ts';
import { type DrawScope, includesDraw } from '../../core/draw-scope.ts';
import { applyToPart, type Change } from '../../core/live.ts';
import type { NewsScope } from '../../core/news-scope.ts';
import { changesAfter, type LiveChange } from './feed-cursor.ts';

/** Some rows of a longer list. A live change is added only if the scope includes it. */
interface Part<Row, Scope> {
  rows: Row[];
  scope: Scope;
}

export interface LiveLists {
  /** The position in the feed at which the lists are current: a loader reads it before them. */
  cursor: string;
  draws?: Part<Draw, DrawScope>;
  /** Their changes are applied in `live-news.ts`. */
  news?: Part<NewsArticle, NewsScope>;
  /** Always all of them. Their changes are applied in `live-faqs.ts`. */
  faqs?: Faq[];
}

/** Loader data with live lists. */
export interface LivePage<Lists extends LiveLists = LiveLists> {
  live: Lists;
}

/** For loaders: marks lists as live. A name that is not one of the live lists is a type error. */
export const livePage = <Lists extends LiveLists>(
  lists: Lists & Record<Exclude<keyof Lists, keyof LiveLists>, never>,
): LivePage<Lists> => ({ live: lists });

/** The live lists of any page's loader data, if it has some. */
export const liveListsOf = (loaderData: unknown): LiveLists | undefined =>
  (loaderData as Partial<LivePage> | null | undefined)?.live;

export type WithDraws = Required<Pick<LiveLists, 'cursor' | 'draws'>>;

/** The draws of a loader with every later change applied. */
export const drawsAfter = (
  { cursor, draws: { rows, scope } }: WithDraws,
  changes: readonly LiveChange[],
): Draw[] => fetchedDrawsAfter({ cursor, draws: rows }, changes, isInScope(scope));

/** Draws that a part of the page has fetched by itself, with every later change applied. */
export const fetchedDrawsAfter = (
  { cursor, draws }: { cursor: string; draws: Draw[] },
  changes: readonly LiveChange[],
  belongs: (draw: Draw) => boolean,
): Draw[] =>
  changesOf<Draw>(changesAfter(cursor, changes), 'draws').reduce(
    (list, change) => applyToPart(list, change, compareDraws, belongs),
    draws,
  );

export const changesOf = <Row extends { id: string }>(
  changes: readonly LiveChange[],
  table: LiveChange['table'],
): Change<Row>[] => changes.filter((change) => change.table === table) as unknown as Change<Row>[];

const isInScope =
  (scope: DrawScope) =>
  (draw: Draw): boolean =>
    includesDraw(scope, { ...draw, digits: digitsOf(draw) });

/** The public settings with every later change applied. */
export const settingsAfter = (
  { cursor, settings }: { cursor: string; settings: PublicSettings },
  changes: readonly LiveChange[],
): PublicSettings =>
  changesAfter(cursor, changes).reduce<PublicSettings>(
    (current, change) => (change.table === 'settings' && change.type !== 'DELETE' ? change.row : current),
    settings,
  );

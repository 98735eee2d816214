/** The lists of a visitor's page, updated by live changes as in the browser. */
import type { Draw } from '../../src/contract/draws.ts';
import type { Faq } from '../../src/contract/faqs.ts';
import type { PublicChange } from '../../src/contract/live.ts';
import type { NewsArticle } from '../../src/contract/news.ts';
import { compareDraws } from '../../src/core/draw-order.ts';
import { compareFaqs } from '../../src/core/faq-order.ts';
import { applyChange, type Change } from '../../src/core/live.ts';
import { compareNews } from '../../src/core/news-order.ts';

export interface SiteState {
  draws: Draw[];
  news_posts: NewsArticle[];
  faqs: Faq[];
}

export function applyToSite(state: SiteState, { table, ...change }: PublicChange): SiteState {
  switch (table) {
    case 'draws':
      return { ...state, draws: applyChange(state.draws, change as Change<Draw>, compareDraws) };
    case 'news_posts':
      return {
        ...state,
        news_posts: applyChange(state.news_posts, change as Change<NewsArticle>, compareNews()),
      };
    case 'faqs':
      return { ...state, faqs: applyChange(state.faqs, change as Change<Faq>, compareFaqs) };
    default:
      throw new Error(`unexpected change of ${table}`);
  }
}

/** The position of a change in the feed: the first id of its cursor. */
export const placeOf = (cursor: string): number => Number.parseInt(cursor.split('.')[1] ?? '', 10);

/** The news of a page's loader data with live changes. Apart from the other lists: most pages have no news. */
import { useMemo } from 'react';
import type { NewsArticle } from '../../contract/news.ts';
import { applyToPart } from '../../core/live.ts';
import { compareNews } from '../../core/news-order.ts';
import { includesArticle } from '../../core/news-scope.ts';
import { changesAfter, type LiveChange } from './feed-cursor.ts';
import { useLiveData } from './live-data-provider.tsx';
import { changesOf, type LiveLists, type LivePage } from './live-lists.ts';

type WithNews = Required<Pick<LiveLists, 'cursor' | 'news'>>;

export const newsAfter = (
  { cursor, news: { rows, scope } }: WithNews,
  changes: readonly LiveChange[],
): NewsArticle[] =>
  changesOf<NewsArticle>(changesAfter(cursor, changes), 'news_posts').reduce(
    (news, change) =>
      applyToPart(news, change, compareNews(scope.language), (article) => includesArticle(scope, article)),
    rows,
  );

export function useLiveNews({ live }: LivePage<WithNews>): NewsArticle[] {
  const { changes } = useLiveData();
  return useMemo(() => newsAfter(live, changes), [live, changes]);
}

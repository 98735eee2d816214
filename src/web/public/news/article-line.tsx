/** When an article was written, and by whom. */
import type { NewsArticle } from '../../../contract/news.ts';
import { dayOf, longDate } from '../../i18n/dates.ts';
import { usePageMessages } from '../../i18n/i18n.tsx';
import { languageOfText } from '../../i18n/text-language.ts';

/** An article changed on a later day says when. */
export function ArticleLine({ article }: { article: NewsArticle }) {
  const messages = usePageMessages();
  const { newsPage } = messages;
  const [written, changed] = [dayOf(article.createdAt), dayOf(article.updatedAt)];
  return (
    <p className="text-sm text-ink-soft">
      <time dateTime={article.createdAt}>{longDate(written, messages)}</time>
      {' · '}
      <span lang={languageOfText(newsPage.by(article.author))}>{newsPage.by(article.author)}</span>
      {changed > written && (
        <>
          {' · '}
          <time dateTime={article.updatedAt}>{newsPage.updated(longDate(changed, messages))}</time>
        </>
      )}
    </p>
  );
}

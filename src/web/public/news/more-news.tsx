/** Links to the newest other articles, at the end of an article. */
import { Link } from 'react-router';
import type { NewsArticle } from '../../../contract/news.ts';
import { ACTION } from '../../components/control-classes.ts';
import { dayOf, longDate } from '../../i18n/dates.ts';
import { usePageMessages, usePathIn } from '../../i18n/i18n.tsx';
import { languageOfText } from '../../i18n/text-language.ts';

export function MoreNews({ articles }: { articles: readonly NewsArticle[] }) {
  const messages = usePageMessages();
  const { newsPage } = messages;
  const pathTo = usePathIn();
  if (articles.length === 0) return null;
  return (
    <nav aria-labelledby="more-news" className="screen-only mx-auto mt-10 max-w-3xl">
      <h2 id="more-news" className="mb-3 text-2xl">
        {newsPage.more}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {articles.map(({ id, title, publishAt, language }) => (
          <li key={id}>
            <Link
              to={pathTo(`/news/${id}`)}
              className="thread-edge flex h-full min-h-11 flex-col gap-1 rounded-card bg-cloth p-4 hover:text-maroon"
            >
              <span className="font-semibold wrap-anywhere" lang={languageOfText(title, language)}>
                {title}
              </span>
              <time dateTime={publishAt} className="mt-auto text-sm text-ink-soft">
                {longDate(dayOf(publishAt), messages)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
      <Link to={pathTo('/news')} className={`${ACTION} mt-5`}>
        {newsPage.all}
      </Link>
    </nav>
  );
}

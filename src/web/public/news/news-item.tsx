/** One article in the list: date, title and excerpt. */
import { Link } from 'react-router';
import type { NewsArticle } from '../../../contract/news.ts';
import { dayOf } from '../../i18n/dates.ts';
import { usePageMessages, usePathIn } from '../../i18n/i18n.tsx';
import { languageOfText } from '../../i18n/text-language.ts';
import { excerptOf } from '../excerpt.ts';

/** The date as a calendar sheet. */
function CalendarDate({ publishAt }: { publishAt: string }) {
  const messages = usePageMessages();
  const date = dayOf(publishAt);
  return (
    <time
      dateTime={publishAt}
      className="grid justify-items-center self-start border-t-4 border-double border-gold pt-1.5 text-center leading-tight text-ink-soft"
    >
      <span className="text-3xl font-bold text-ink tabular-nums">{Number(date.slice(8))}</span>
      <span className="text-sm font-semibold whitespace-nowrap">
        {messages.months[Number(date.slice(5, 7)) - 1]}
      </span>
      <span className="text-sm">{date.slice(0, 4)}</span>
    </time>
  );
}

export function NewsItem({ article }: { article: NewsArticle }) {
  const { newsPage } = usePageMessages();
  const pathTo = usePathIn();
  const { title, language } = article;
  const excerpt = excerptOf(article.html);
  return (
    <li className="bg-cloth">
      <article
        aria-labelledby={`news-${article.id}`}
        className="relative grid h-full grid-cols-[5rem_minmax(0,1fr)] gap-4 px-4 py-5 wrap-anywhere transition-colors hover:bg-ground sm:grid-cols-[6.5rem_minmax(0,1fr)] sm:gap-6 sm:px-6"
      >
        <CalendarDate publishAt={article.publishAt} />
        <div className="min-w-0">
          <h2 id={`news-${article.id}`} className="text-xl sm:text-2xl">
            {/* Its `after` element makes the whole row clickable. */}
            <Link
              to={pathTo(`/news/${article.id}`)}
              lang={languageOfText(title, language)}
              className="after:absolute after:inset-0 hover:text-maroon"
            >
              {title}
            </Link>
          </h2>
          <p className="text-sm text-ink-soft">{newsPage.by(article.author)}</p>
          <p className="mt-2 max-w-prose" lang={languageOfText(excerpt, language)}>
            {excerpt}
          </p>
          {excerpt.endsWith('…') && (
            <p aria-hidden="true" className="mt-1 font-semibold text-maroon">
              {newsPage.readOn}
            </p>
          )}
        </div>
      </article>
    </li>
  );
}

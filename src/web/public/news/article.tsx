/** The page of one article, with more news below. */
import { data } from 'react-router';
import type { NewsArticle } from '../../../contract/news.ts';
import { newsPositionOf } from '../../../core/news-order.ts';
import { ArticleBody } from '../../components/article-body.tsx';
import { Breadcrumbs } from '../../components/breadcrumbs.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { StructuredData } from '../../components/structured-data.tsx';
import { useSite } from '../../hooks/use-site.ts';
import { dayOf, longDate } from '../../i18n/dates.ts';
import { usePageMessages } from '../../i18n/i18n.tsx';
import { languageOf } from '../../i18n/language.ts';
import { languageOfText } from '../../i18n/text-language.ts';
import { livePage } from '../../live/live-lists.ts';
import { useLiveNews } from '../../live/live-news.ts';
import { pageServices } from '../../page-services.ts';
import { sharedFor } from '../caching.ts';
import { excerptOf } from '../excerpt.ts';
import { NotFoundPage } from '../problem-page.tsx';
import type { Route } from './+types/article.ts';
import { MoreNews } from './more-news.tsx';

/** How many other articles are linked below. */
const MORE = 4;

export const headers = sharedFor(60);

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const language = languageOf(url.pathname);
  const cursor = services.cursor();
  const article = await services.article(params.id);
  if (!article) throw data(null, { status: 404 });
  const newest = (await services.news({ limit: MORE + 1, language }))?.items ?? [];
  const others = newest.filter(({ id }) => id !== article.id).slice(0, MORE);
  const last = newest.length > MORE ? others.at(-1) : undefined;
  return livePage({
    cursor,
    news: {
      // Only what the page shows: the body as HTML, and of the others no text.
      rows: [{ ...article, body: '' }, ...others.map((other) => ({ ...other, body: '', html: '' }))],
      scope: { id: article.id, language, upTo: last ? newsPositionOf(last, language) : null },
    },
  });
}

/** When an article was published, by whom, and when it was changed if on a later day. */
function ArticleLine({ article }: { article: NewsArticle }) {
  const messages = usePageMessages();
  const { newsPage } = messages;
  const [published, changed] = [dayOf(article.publishAt), dayOf(article.updatedAt)];
  return (
    <p className="text-sm text-ink-soft">
      <time dateTime={article.publishAt}>{longDate(published, messages)}</time>
      {' · '}
      <span lang={languageOfText(newsPage.by(article.author))}>{newsPage.by(article.author)}</span>
      {changed > published && (
        <>
          {' · '}
          <time dateTime={article.updatedAt}>{newsPage.updated(longDate(changed, messages))}</time>
        </>
      )}
    </p>
  );
}

export default function Article({ loaderData, params }: Route.ComponentProps) {
  const { nav, productName } = usePageMessages();
  const baseUrl = useSite()?.site.baseUrl ?? '';
  const news = useLiveNews(loaderData);
  const article = news.find(({ id }) => id === params.id);
  // Deleted or unpublished while the page was open.
  if (!article) return <NotFoundPage />;
  const { html, language, title } = article;
  const path = `/news/${article.id}`;
  const excerpt = excerptOf(html);
  return (
    <>
      <PageHead title={`${title} · ${productName}`} description={excerpt} type="article" />
      <StructuredData
        thing={{
          '@type': 'NewsArticle',
          headline: title,
          inLanguage: languageOfText(title + excerpt, language),
          datePublished: article.publishAt,
          dateModified: article.updatedAt,
          author: { '@type': 'Organization', name: article.author },
          mainEntityOfPage: baseUrl + path,
          image: `${baseUrl}/picture.png`,
        }}
      />
      <Breadcrumbs
        steps={[
          { path: '/news', label: nav.news },
          { path, label: title },
        ]}
      />
      <article className="thread-edge kasavu-bottom relative mx-auto max-w-3xl overflow-clip rounded-card bg-cloth p-6 pb-10 sm:p-10 sm:pb-14">
        <h1 className="mb-2 text-3xl wrap-anywhere sm:text-4xl" lang={languageOfText(title, language)}>
          {title}
        </h1>
        <ArticleLine article={article} />
        <div className="mt-6 text-lg">
          <ArticleBody html={html} lang={languageOfText(excerpt, language)} />
        </div>
      </article>
      <MoreNews articles={news.filter(({ id }) => id !== article.id).slice(0, MORE)} />
    </>
  );
}

/** The page of one article. */
import { data } from 'react-router';
import type { NewsArticle } from '../../../contract/news.ts';
import { Breadcrumbs } from '../../components/breadcrumbs.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { StructuredData } from '../../components/structured-data.tsx';
import { useSite } from '../../hooks/use-site.ts';
import { dayOf, longDate } from '../../i18n/dates.ts';
import { usePageMessages } from '../../i18n/i18n.tsx';
import { languageOfText } from '../../i18n/text-language.ts';
import { useLiveLists } from '../../live/data-provider.tsx';
import { livePage } from '../../live/live-lists.ts';
import { pageServices } from '../../page-services.ts';
import { sharedFor } from '../caching.ts';
import { excerptOf } from '../excerpt.ts';
import { NotFoundPage } from '../problem-page.tsx';
import type { Route } from './+types/article.ts';

export const headers = sharedFor(60);

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const cursor = services.cursor();
  const article = await services.article(params.id);
  if (!article) throw data(null, { status: 404 });
  return livePage({ cursor, news: { rows: [article], scope: { id: article.id } } });
}

/** Blank lines separate paragraphs; single line breaks are kept. */
const paragraphsOf = (body: string): string[] => body.trim().split(/\n\s*\n/);

/** When an article was written, by whom, and when it was changed if on a later day. */
function ArticleLine({ article }: { article: NewsArticle }) {
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

export default function Article({ loaderData }: Route.ComponentProps) {
  const { nav, productName } = usePageMessages();
  const baseUrl = useSite()?.site.baseUrl ?? '';
  const [article] = useLiveLists(loaderData).news;
  // Deleted while the page was open.
  if (!article) return <NotFoundPage />;
  const path = `/news/${article.id}`;
  return (
    <>
      <PageHead
        title={`${article.title} · ${productName}`}
        description={excerptOf(article.body)}
        type="article"
      />
      <StructuredData
        thing={{
          '@type': 'NewsArticle',
          headline: article.title,
          datePublished: article.createdAt,
          dateModified: article.updatedAt,
          author: { '@type': 'Organization', name: article.author },
          mainEntityOfPage: baseUrl + path,
          image: `${baseUrl}/picture.png`,
        }}
      />
      <Breadcrumbs
        steps={[
          { path: '/news', label: nav.news },
          { path, label: article.title },
        ]}
      />
      <article className="thread-edge kasavu-bottom relative mx-auto max-w-3xl overflow-clip rounded-card bg-cloth p-6 pb-10 sm:p-10 sm:pb-14">
        <h1 className="mb-2 text-3xl sm:text-4xl" lang={languageOfText(article.title)}>
          {article.title}
        </h1>
        <ArticleLine article={article} />
        <div className="mt-6 grid gap-4 text-lg" lang={languageOfText(article.body)}>
          {paragraphsOf(article.body).map((paragraph, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other key.
            <p key={index} className="whitespace-pre-line">
              {paragraph}
            </p>
          ))}
        </div>
      </article>
    </>
  );
}

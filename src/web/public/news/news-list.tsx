/** The news with a search: what is in the visitor's language first, each part newest first. */
import { useCallback } from 'react';
import { data, Link, redirect, useLocation, useNavigate } from 'react-router';
import { htmlOfText } from '../../../core/html-text.ts';
import { newsPositionOf } from '../../../core/news-order.ts';
import { ACTION, MAIN_ACTION } from '../../components/control-classes.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { useIsListLoading } from '../../hooks/use-is-list-loading.ts';
import { usePageMessages, usePathIn } from '../../i18n/i18n.tsx';
import { languageOf } from '../../i18n/language.ts';
import { useRefetchWhen } from '../../live/live-data-provider.tsx';
import { livePage } from '../../live/live-lists.ts';
import { useLiveNews } from '../../live/live-news.ts';
import { pageServices } from '../../page-services.ts';
import { sharedFor } from '../caching.ts';
import { excerptOf } from '../excerpt.ts';
import { readSearchText } from '../search-text.ts';
import type { Route } from './+types/news-list.ts';
import { NewsItem } from './news-item.tsx';

const ARTICLES_ON_A_PAGE = 20;

export const headers = sharedFor(60);

const newsQuery = (q: string): string => (q ? `?${new URLSearchParams({ q })}` : '');

export async function loader({ context, url }: Route.LoaderArgs) {
  const { pathname, searchParams } = url;
  const q = readSearchText(searchParams);
  // A form also sends an empty field, which is not a search.
  if (searchParams.has('q') && (q === '' || q !== searchParams.get('q'))) {
    throw redirect(pathname + newsQuery(q));
  }
  const after = searchParams.get('after');
  const language = languageOf(pathname);
  const services = context.get(pageServices);
  const cursor = services.cursor();
  const page = await services.news({
    limit: ARTICLES_ON_A_PAGE,
    language,
    ...(q && { q }),
    ...(after && { cursor: after }),
  });
  if (!page) throw data(null, { status: 404 });
  const { items, nextCursor } = page;
  const rows = items.map((article) => ({
    ...article,
    body: '',
    html: htmlOfText(excerptOf(article.html)),
  }));
  const last = nextCursor ? items.at(-1) : undefined;
  const scope = { q, language, after: page.after, upTo: last ? newsPositionOf(last, language) : null };
  return { ...livePage({ cursor, news: { rows, scope } }), q, after, nextCursor };
}

function NewsSearch({ asked }: { asked: string }) {
  const { newsPage } = usePageMessages();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const onSearch = useCallback(
    (text: string) =>
      navigate(pathname + newsQuery(text), { preventScrollReset: true, replace: asked !== '' }),
    [navigate, pathname, asked],
  );
  return (
    <search className="screen-only">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void onSearch(String(new FormData(event.currentTarget).get('q')).trim());
        }}
        className="mb-6 flex max-w-xl flex-wrap items-end gap-3"
      >
        <SearchBox label={newsPage.search} hint={newsPage.searchHint} asked={asked} onSearch={onSearch} />
        <button type="submit" className={`${MAIN_ACTION} script-free`}>
          {newsPage.show}
        </button>
      </form>
    </search>
  );
}

function NoNews({ isSearch }: { isSearch: boolean }) {
  const { newsPage, problem } = usePageMessages();
  const pathTo = usePathIn();
  return (
    <EmptyState title={newsPage.noneFound} text={isSearch ? newsPage.noneFoundText : newsPage.noneYetText}>
      <Link to={pathTo(isSearch ? '/news' : '/')} className={MAIN_ACTION}>
        {isSearch ? newsPage.clear : problem.toHome}
      </Link>
    </EmptyState>
  );
}

export default function NewsList({ loaderData }: Route.ComponentProps) {
  const { q, after, nextCursor } = loaderData;
  const { newsPage } = usePageMessages();
  const pathTo = usePathIn();
  const isLoading = useIsListLoading();
  const news = useLiveNews(loaderData);
  // New articles push others to the next page. They stay visible here until the link to that page includes them.
  useRefetchWhen(news.length > ARTICLES_ON_A_PAGE);
  return (
    <>
      <PageHead
        title={newsPage.title}
        description={newsPage.description}
        unlisted={q !== '' || after !== null}
      />
      <h1 className="mb-5 text-3xl sm:text-4xl">{newsPage.heading}</h1>
      <NewsSearch asked={q} />
      <p role="status" className="sr-only">
        {q && newsPage.count(news.length)}
      </p>
      {news.length > 0 ? (
        <ul
          className="loadable-list news-list thread-edge overflow-clip rounded-card"
          data-odd={news.length % 2 === 1 || undefined}
          aria-busy={isLoading}
        >
          {news.map((article) => (
            <NewsItem key={article.id} article={article} />
          ))}
        </ul>
      ) : (
        <NoNews isSearch={q !== ''} />
      )}
      <nav aria-label={newsPage.all} className="screen-only mt-6 flex flex-wrap justify-between gap-3">
        {after && (
          <Link to={pathTo('/news') + newsQuery(q)} className={ACTION}>
            <span aria-hidden="true">←</span> {newsPage.newest}
          </Link>
        )}
        {nextCursor && (
          <Link
            to={`${pathTo('/news')}?${new URLSearchParams({ ...(q && { q }), after: nextCursor })}`}
            className={`${ACTION} ml-auto`}
          >
            {newsPage.older} <span aria-hidden="true">→</span>
          </Link>
        )}
      </nav>
    </>
  );
}

/** The newest articles as an Atom feed. */
import { messagesFor } from '../../i18n/dictionaries.ts';
import { pathIn } from '../../i18n/language.ts';
import { pageServices } from '../../page-services.ts';
import { excerptOf } from '../excerpt.ts';
import type { Route } from './+types/news-feed.ts';
import { atomFeed } from './atom.ts';

const ARTICLES_IN_FEED = 20;

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const { language, messages } = messagesFor(url);
  const { baseUrl } = services.site();
  const page = await services.news({ limit: ARTICLES_IN_FEED, language });
  return atomFeed({
    language,
    title: messages.feeds.news,
    own: baseUrl + pathIn(language, '/feeds/news.xml'),
    page: baseUrl + pathIn(language, '/news'),
    entries: (page?.items ?? []).map((article) => ({
      address: baseUrl + pathIn(language, `/news/${article.id}`),
      title: article.title,
      summary: excerptOf(article.html),
      author: article.author,
      published: article.publishAt,
      updated: article.updatedAt,
    })),
  });
}

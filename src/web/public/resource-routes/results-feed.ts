/** The newest results as an Atom feed. */
import type { Draw } from '../../../contract/draws.ts';
import { digitsTextOf } from '../../../core/digits.ts';
import { slotLabel } from '../../../core/slots.ts';
import { longDate } from '../../i18n/dates.ts';
import { messagesFor } from '../../i18n/dictionaries.ts';
import { pathIn } from '../../i18n/language.ts';
import { pageServices } from '../../page-services.ts';
import { lastChangeOf } from '../last-change.ts';
import type { Route } from './+types/results-feed.ts';
import { atomFeed, type FeedEntry } from './atom.ts';

const DRAWS_IN_FEED = 50;

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const { language, messages } = messagesFor(url);
  const { baseUrl } = services.site();
  const toEntry = (draw: Draw): FeedEntry => {
    const date = longDate(draw.date, messages);
    const label = slotLabel(draw.slot);
    return {
      address: baseUrl + pathIn(language, `/draws/${draw.drawNo}`),
      title: messages.feeds.entry(label, date, digitsTextOf(draw)),
      summary: messages.drawPage.description(label, date, [...digitsTextOf(draw)].join(' ')),
      author: messages.productName,
      published: draw.publishedAt,
      updated: lastChangeOf([draw]),
    };
  };
  const draws = await services.newestDraws(DRAWS_IN_FEED);
  return atomFeed({
    language,
    title: messages.feeds.results,
    own: baseUrl + pathIn(language, '/feeds/results.xml'),
    page: baseUrl + pathIn(language, '/results'),
    entries: draws.map(toEntry),
  });
}

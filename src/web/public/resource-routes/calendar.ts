/** The draws as a calendar to subscribe to. */
import { FILE_PREFIX } from '../../../core/branding.ts';
import { languageOf } from '../../i18n/language.ts';
import { pageServices } from '../../page-services.ts';
import { sharedCacheControl } from '../caching.ts';
import type { Route } from './+types/calendar.ts';
import { writeCalendar } from './draw-calendar.ts';

export async function loader({ context, url }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const calendar = writeCalendar({
    language: languageOf(url.pathname),
    baseUrl: services.site().baseUrl,
    publishDelay: await services.publishDelay(),
  });
  return new Response(calendar, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `inline; filename="${FILE_PREFIX}.ics"`,
      'Cache-Control': sharedCacheControl(300),
    },
  });
}

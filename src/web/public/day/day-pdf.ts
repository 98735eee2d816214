/** The results of a day as a sheet to print (PDF). */
import { FILE_PREFIX } from '../../../core/branding.ts';
import { isIstDate } from '../../../core/ist-time.ts';
import { messagesFor } from '../../i18n/dictionaries.ts';
import { pageServices } from '../../page-services.ts';
import { sharedCacheControl } from '../caching.ts';
import type { Route } from './+types/day-pdf.ts';
import { describeSheet } from './describe-sheet.ts';

export async function loader({ context, params: { date }, url }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const draws = isIstDate(date) ? await services.drawsOf(date) : [];
  if (draws.length === 0) {
    const { messages } = messagesFor(url);
    return new Response(messages.dayPage.unknown, {
      status: 404,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    });
  }
  const randomness = await services.randomness(draws, date);
  const { baseUrl } = services.site();
  const sheet = await services.renderSheet(describeSheet({ date, draws, randomness, url, baseUrl }));
  return new Response(sheet, {
    headers: {
      'Content-Type': 'application/pdf',
      'Content-Disposition': `inline; filename="${FILE_PREFIX}-${date}.pdf"`,
      'Cache-Control': sharedCacheControl(60),
      // The PDF viewers of browsers load their own scripts and styles; other sites must not frame the sheet.
      'Content-Security-Policy': "frame-ancestors 'none'",
    },
  });
}

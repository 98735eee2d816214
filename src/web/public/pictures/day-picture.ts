/** The preview picture of a day's results. */

import { digitsOf } from '../../../core/digits.ts';
import { isIstDate } from '../../../core/ist-time.ts';
import { SLOTS, slotLabel } from '../../../core/slots.ts';
import { longDate, weekday } from '../../i18n/dates.ts';
import { en } from '../../i18n/en.ts';
import { pageServices } from '../../page-services.ts';
import type { Route } from './+types/day-picture.ts';
import { dayPictureSvg, pngResponse } from './picture.ts';

export async function loader({ context, params: { date } }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const draws = isIstDate(date) ? await services.drawsOf(date) : [];
  if (draws.length === 0) return new Response(null, { status: 404 });
  const svg = dayPictureSvg({
    date: longDate(date, en),
    weekday: weekday(date, en),
    rows: SLOTS.map((slot) => {
      const draw = draws.find((candidate) => candidate.slot === slot);
      return { slot: slotLabel(slot), digits: draw ? digitsOf(draw) : [] };
    }),
    host: new URL(services.site().baseUrl).host,
  });
  return pngResponse(await services.renderPng(svg));
}

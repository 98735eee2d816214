/** The preview picture of a published result. */

import { digitsOf } from '../../../core/digits.ts';
import { slotLabel } from '../../../core/slots.ts';
import { longDate } from '../../i18n/dates.ts';
import { en } from '../../i18n/en.ts';
import { pageServices } from '../../page-services.ts';
import type { Route } from './+types/draw-picture.ts';
import { pngResponse, resultPictureSvg } from './picture.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const draw = await services.draw(params.drawNo);
  if (!draw) return new Response(null, { status: 404 });
  const svg = resultPictureSvg({
    slot: slotLabel(draw.slot),
    date: longDate(draw.date, en),
    drawNo: draw.drawNo,
    digits: digitsOf(draw),
    host: new URL(services.site().baseUrl).host,
  });
  return pngResponse(await services.renderPng(svg));
}

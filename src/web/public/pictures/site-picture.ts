/** The preview picture of every page that has none of its own. */
import { pageServices } from '../../page-services.ts';
import type { Route } from './+types/site-picture.ts';
import { pngResponse, sitePictureSvg } from './picture.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const { host } = new URL(services.site().baseUrl);
  return pngResponse(await services.renderPng(sitePictureSvg(host)));
}

/** The loader of both language layouts: the data that every public page has. */
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import type { SiteData } from '../live/live-data-provider.tsx';
import { pageServices } from '../page-services.ts';

export async function loadSiteData({ context }: LoaderFunctionArgs): Promise<SiteData> {
  const services = context.get(pageServices);
  // Read first: the stream then sends every change that happens while the rest is read.
  const cursor = services.cursor();
  return { cursor, time: new Date(services.now()).toISOString(), settings: await services.settings() };
}

/** Fetches again only for the same page, not on navigation. */
export const onlyOnRefetch = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.href === nextUrl.href;

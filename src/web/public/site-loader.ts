/** What every public page is told by the server, whatever it shows, so that it can stay live. */
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import type { LiveStart } from '../live/live-provider.tsx';
import { pageServices } from '../page-services.ts';

export async function loadLiveStart({ context }: LoaderFunctionArgs): Promise<LiveStart> {
  const services = context.get(pageServices);
  // Read first: what changes meanwhile comes again on the stream, and nothing is missed.
  const cursor = services.cursor();
  return { cursor, time: new Date(services.now()).toISOString(), settings: await services.settings() };
}

/** Moving from page to page brings nothing new of this; only fetching the same page anew does. */
export const onlyWhenAsked = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.href === nextUrl.href;

/** What every public page is told by the server, whatever it shows, so that it can stay live. */
import type { LoaderFunctionArgs } from 'react-router';
import type { LiveStart } from '../live/data-provider.tsx';
import { pageServices } from '../page-services.ts';

export async function loadLiveStart({ context }: LoaderFunctionArgs): Promise<LiveStart> {
  const services = context.get(pageServices);
  // Read first: what changes meanwhile comes again on the stream, and nothing is missed.
  const cursor = services.cursor();
  return { cursor, time: new Date(services.now()).toISOString(), settings: await services.settings() };
}

/** The loader of the page about the public log, in both languages. */
import type { LoaderFunctionArgs } from 'react-router';
import { livePage } from '../../live/live-lists.ts';
import { pageServices } from '../../page-services.ts';

export async function loadVerify({ context }: LoaderFunctionArgs) {
  const services = context.get(pageServices);
  const cursor = services.cursor();
  return {
    ...livePage({ cursor }),
    record: await services.logRecord(),
    hasOwnBeacon: services.ownBeacon() !== null,
  };
}

export type VerifyData = Awaited<ReturnType<typeof loadVerify>>;

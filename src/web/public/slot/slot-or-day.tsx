/** The route of `/results/12-00` and `/results/2026-11-14`: the history of a draw time, or the page of a day. */
import { slotFromPath } from '../../../core/slots.ts';
import { useResultMessages } from '../../i18n/i18n.tsx';
import { pageServices } from '../../page-services.ts';
import { sharedFor } from '../caching.ts';
import { DayPage, loadDay } from '../day/day-page.tsx';
import { ProblemPage } from '../problem-page.tsx';
import type { Route } from './+types/slot-or-day.ts';
import { loadSlotHistory, SlotHistory } from './slot-history.tsx';

export const headers = sharedFor(60);

export async function loader({ context, url, params: { slotOrDate } }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const slot = slotFromPath(slotOrDate);
  return slot
    ? loadSlotHistory(services, slot, url.searchParams)
    : loadDay(services, slotOrDate, url.pathname);
}

export default function SlotOrDay({ loaderData }: Route.ComponentProps) {
  // Without a key, React would reuse state such as "Link copied" for the next day.
  return 'slot' in loaderData ? (
    <SlotHistory loaded={loaderData} />
  ) : (
    <DayPage key={loaderData.date} loaded={loaderData} />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProblemPage error={error} missing={useResultMessages().dayPage.unknown} />;
}

/** The home page: the next draw with its countdown, today's five draws, a number to check, the schedule, the ways on. */
import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { istDateOf } from '../../../core/ist-time.ts';
import { PageHead } from '../../components/page-head.tsx';
import { WebSiteData } from '../../components/web-site-data.tsx';
import { useMessages } from '../../i18n/i18n.tsx';
import { pageServices } from '../../page-services.ts';
import { sharedFor } from '../caching.ts';
import type { Route } from './+types/home.ts';
import { CheckNumber } from './check-number.tsx';
import { LinkCards } from './link-cards.tsx';
import { NextDrawCard } from './next-draw-card.tsx';
import { checkOnServer } from './number-check.ts';
import { Schedule } from './schedule.tsx';
import { TodaysDraws } from './todays-draws.tsx';

/** The countdowns on it are true for a second. */
export const headers = sharedFor(1);

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const asked = new URL(request.url).searchParams.get('check');
  const cursor = services.cursor();
  const today = istDateOf(services.now());
  // Without an end, so that the draws of the next day appear on a page that stays open over midnight.
  const draws = { rows: await services.drawsOf(today), scope: { from: today } };
  return { cursor, draws, checked: asked === null ? null : await checkOnServer(services, asked) };
}

/** Choosing among the draws needs nothing from the server, and a number is checked without the rest of the page. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => currentUrl.search === nextUrl.search && defaultShouldRevalidate;

export default function Home({ loaderData }: Route.ComponentProps) {
  const { home } = useMessages();
  return (
    <>
      <PageHead title={home.title} description={home.description} />
      <WebSiteData />
      <h1 className="sr-only">{home.title}</h1>
      <NextDrawCard />
      <TodaysDraws />
      <div className="mt-12 grid gap-6 lg:grid-cols-[1.4fr_1fr]">
        <CheckNumber loaded={loaderData.checked} />
        <Schedule />
      </div>
      <LinkCards />
      <p className="mt-10 border-l-[3px] border-gold pl-4 text-ink-soft">{home.disclaimer}</p>
    </>
  );
}

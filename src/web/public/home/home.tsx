/** The home page: the live draw or the next one, today's five draws, a number check, the schedule, links. */
import { Suspense } from 'react';
import { Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { ArrowIcon, ChartIcon, HelpIcon, MailIcon, NewsIcon } from '../../components/icons.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { StructuredData } from '../../components/structured-data.tsx';
import { useSite } from '../../hooks/use-site.ts';
import { useI18n, useMessages, usePathIn } from '../../i18n/i18n.tsx';
import { pathIn } from '../../i18n/language.ts';
import { useLiveDraws, useRefetchWhen } from '../../live/live-data-provider.tsx';
import { pageServices } from '../../page-services.ts';
import { useToday } from '../../server-time/use-today.ts';
import { sharedFor } from '../caching.ts';
import { loadTodaysDraws } from '../draw-cards/load-todays-draws.ts';
import type { Route } from './+types/home.ts';
import { CheckNumber } from './check-number.tsx';
import { Schedule } from './schedule.tsx';
import { TodaysDraws } from './todays-draws.tsx';

/** Its countdowns are correct for one second. */
export const headers = sharedFor(1);

export async function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const asked = new URL(request.url).searchParams.get('check');
  const todays = await loadTodaysDraws(services);
  const checked = asked === null ? null : { asked, ...(await services.check(asked)) };
  return { ...todays, checked };
}

/** A change of the query needs no new data: the filter is local, and a number is checked by an API call. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => currentUrl.search === nextUrl.search && defaultShouldRevalidate;

/** Describes the site to search engines. */
function WebSiteData() {
  const { language, messages } = useI18n();
  const baseUrl = useSite()?.site.baseUrl;
  if (baseUrl === undefined) return null;
  return (
    <StructuredData
      thing={{
        '@type': 'WebSite',
        name: messages.productName,
        url: baseUrl + pathIn(language, '/'),
        inLanguage: language,
      }}
    />
  );
}

/** Links to the other pages. */
function LinkCards() {
  const { nav, home } = useMessages();
  const pathTo = usePathIn();
  const cards = [
    { path: '/results', title: nav.charts, text: home.links.results, icon: <ChartIcon /> },
    { path: '/news', title: nav.news, text: home.links.news, icon: <NewsIcon /> },
    { path: '/help', title: nav.help, text: home.links.help, icon: <HelpIcon /> },
    { path: '/contact', title: nav.contact, text: home.links.contact, icon: <MailIcon /> },
  ];
  return (
    <ul className="mt-12 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {cards.map(({ path, title, text, icon }) => (
        <li key={path}>
          <Link
            to={pathTo(path)}
            className="thread-edge group flex h-full items-center gap-4 rounded-card bg-cloth p-5 lg:flex-col lg:items-start"
          >
            <span className="rounded-control bg-gold/15 p-2.5 text-xl text-gold-ink">{icon}</span>
            <span className="min-w-0 grow">
              <span className="block text-lg font-bold group-hover:text-maroon">{title}</span>
              <span className="block leading-snug text-ink-soft">{text}</span>
            </span>
            <span className="text-maroon transition-transform group-hover:translate-x-1">
              <ArrowIcon />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { home } = useMessages();
  const draws = useLiveDraws(loaderData);
  const today = useToday();
  // All of them were withdrawn: the day before them was not loaded.
  useRefetchWhen(draws.length === 0 && loaderData.live.draws.rows.length > 0);
  return (
    <>
      <PageHead title={home.title} description={home.description} />
      <WebSiteData />
      <h1 className="sr-only">{home.title}</h1>
      <Suspense>
        <TodaysDraws key={today} draws={draws} />
      </Suspense>
      <div className="mt-12 grid gap-6 lg:grid-cols-[1.4fr_1fr]">
        <Suspense>
          <CheckNumber loaded={loaderData.checked} />
        </Suspense>
        <Suspense>
          <Schedule />
        </Suspense>
      </div>
      <Suspense>
        <LinkCards />
      </Suspense>
      <p className="mt-10 border-l-[3px] border-gold pl-4 text-ink-soft">{home.disclaimer}</p>
    </>
  );
}

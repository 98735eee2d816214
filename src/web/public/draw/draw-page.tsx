/** The page of one draw: its result, its provenance, and links to the draws before and after it. */
import { data, redirect } from 'react-router';
import type { Draw } from '../../../contract/draws.ts';
import { digitsTextOf } from '../../../core/digits.ts';
import { isStoredDrawNumber } from '../../../core/draw-number.ts';
import { endingName } from '../../../core/endings.ts';
import { slotLabel, slotToPath } from '../../../core/slots.ts';
import { Breadcrumbs } from '../../components/breadcrumbs.tsx';
import { Corrections } from '../../components/corrections.tsx';
import { DigitTiles } from '../../components/digit-tiles.tsx';
import { CheckIcon } from '../../components/icons.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { ResultBadge } from '../../components/result-badge.tsx';
import { ShareButton } from '../../components/share-button.tsx';
import { clockTime, dayOf, longDate, weekday } from '../../i18n/dates.ts';
import { usePathIn, useResultMessages } from '../../i18n/i18n.tsx';
import { languageOf, pathIn } from '../../i18n/language.ts';
import { useLiveData, useLiveDraws, useRefetchWhen } from '../../live/live-data-provider.tsx';
import { livePage } from '../../live/live-lists.ts';
import { pageServices } from '../../page-services.ts';
import { sharedFor } from '../caching.ts';
import { ProblemPage } from '../problem-page.tsx';
import type { Route } from './+types/draw-page.ts';
import { CheckSection } from './check/check-section.tsx';
import { DayOfDraw } from './day-of-draw.tsx';
import { haveMoved, Neighbours } from './neighbours.tsx';

export const headers = sharedFor(60);

export async function loader({ context, url, params }: Route.LoaderArgs) {
  const drawNo = params.drawNo.toUpperCase();
  if (!isStoredDrawNumber(drawNo)) throw data(null, { status: 404 });
  if (drawNo !== params.drawNo) throw redirect(pathIn(languageOf(url.pathname), `/draws/${drawNo}`));
  const services = context.get(pageServices);
  const cursor = services.cursor();
  const draw = await services.draw(drawNo);
  if (!draw) throw data(null, { status: 404 });
  const { date } = draw;
  const [{ earlier, later }, draws, randomness] = await Promise.all([
    services.neighbours(draw),
    services.drawsOf(date),
    services.randomness([draw], date),
  ]);
  return {
    ...livePage({ cursor, draws: { rows: draws, scope: { date, drawNo } } }),
    randomness,
    ownBeacon: services.ownBeacon(),
    drawNo,
    date,
    earlier,
    later,
  };
}

function Result({ draw }: { draw: Draw }) {
  const messages = useResultMessages();
  const pathTo = usePathIn();
  const { draw: texts, drawPage, share } = messages;
  const label = slotLabel(draw.slot);
  const date = longDate(draw.date, messages);
  return (
    <article className="kasavu-edge @container mx-auto max-w-3xl rounded-card bg-cloth p-6 sm:p-10">
      <h1 className="text-2xl sm:text-3xl">
        {label}
        <span className="block text-lg font-semibold text-ink-soft">
          {weekday(draw.date, messages)}, <time dateTime={draw.date}>{date}</time>
        </span>
      </h1>
      <p className="mt-1 mb-6 text-ink-soft tabular-nums">
        {drawPage.drawNo} <b className="text-ink">{draw.drawNo}</b>
      </p>
      <DigitTiles state="published" draw={draw} />
      {draw.corrections && (
        <div className="mt-6">
          <Corrections draw={draw} />
        </div>
      )}
      <div className="mt-6 flex flex-wrap items-center justify-between gap-4">
        <p>
          <span className="flex items-center gap-1.5 font-semibold text-palm">
            <CheckIcon />
            {texts.published}
          </span>
          <span className="block text-ink-soft">
            <time dateTime={draw.publishedAt}>
              {drawPage.publishedAt(clockTime(draw.publishedAt), longDate(dayOf(draw.publishedAt), messages))}
            </time>
          </span>{' '}
          <ResultBadge draw={draw} />
        </p>
        <ShareButton
          path={pathTo(`/draws/${draw.drawNo}`)}
          text={share.text(label, date, digitsTextOf(draw))}
        />
      </div>
    </article>
  );
}

/** The endings of a result by the names that people use for them. */
function LastDigits({ result }: { result: string }) {
  const { drawPage } = useResultMessages();
  return (
    <section aria-labelledby="last-digits">
      <h2 id="last-digits" className="mb-3 text-xl">
        {drawPage.lastDigits}
      </h2>
      <dl className="grid grid-cols-3 gap-3">
        {drawPage.endings.map((meaning, index) => {
          const ending = result.slice(2 + index);
          return (
            <div key={meaning} className="thread-edge rounded-card bg-cloth px-3 py-4 text-center">
              <dt>
                <b className="block text-gold-ink">{endingName(ending)}</b>
                <span className="block text-sm leading-snug text-ink-soft">{meaning}</span>
              </dt>
              <dd className="mt-2 text-3xl font-bold tracking-wider tabular-nums">{ending}</dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

export default function DrawPage({ loaderData }: Route.ComponentProps) {
  const { drawNo, earlier, later } = loaderData;
  const messages = useResultMessages();
  const { drawPage, nav } = messages;
  const draws = useLiveDraws(loaderData);
  const { cursor, changes } = useLiveData();
  const draw = draws.find((candidate) => candidate.drawNo === drawNo);
  const isMoved = draw !== undefined && draw.date !== loaderData.date;
  const haveNeighboursMoved = haveMoved([earlier, later], cursor, changes);
  // The draws of its new day, and its new neighbours, were not loaded.
  useRefetchWhen(isMoved || haveNeighboursMoved);
  // Withdrawn while the page was open.
  if (!draw) return <ProblemPage error={null} missing={drawPage.unknown} />;
  const label = slotLabel(draw.slot);
  const result = digitsTextOf(draw);
  return (
    <>
      <PageHead
        title={drawPage.title(drawNo, result)}
        description={drawPage.description(label, longDate(draw.date, messages), [...result].join(' '))}
        // Social networks cache a picture by its address: a corrected result needs another address.
        picture={`/draws/${drawNo}/picture.png?result=${result}`}
        type="article"
      />
      <Breadcrumbs
        steps={[
          { path: '/results', label: nav.charts },
          { path: `/results/${slotToPath(draw.slot)}`, label },
          { path: `/draws/${drawNo}`, label: drawNo },
        ]}
      />
      <Result draw={draw} />
      <div className="mx-auto mt-10 grid max-w-3xl gap-10">
        <CheckSection key={drawNo} draw={draw} ownBeacon={loaderData.ownBeacon} />
        <LastDigits result={result} />
        <DayOfDraw date={draw.date} draws={draws.filter(({ date }) => date === draw.date)} shown={drawNo} />
        {!haveNeighboursMoved && <Neighbours earlier={earlier} later={later} />}
      </div>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProblemPage error={error} missing={useResultMessages().drawPage.unknown} />;
}

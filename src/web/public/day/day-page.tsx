/** The page of a day: its five results, the days beside it, a share button and a sheet to print. */
import { data, redirect } from 'react-router';
import type { Draw } from '../../../contract/draws.ts';
import { digitsTextOf } from '../../../core/digits.ts';
import { type IstDate, isIstDate, istDateOf } from '../../../core/ist-time.ts';
import { slotLabel } from '../../../core/slots.ts';
import { looksLikeDate, readTypedDate } from '../../../core/typed-date.ts';
import { Breadcrumbs } from '../../components/breadcrumbs.tsx';
import { ACTION } from '../../components/control-classes.ts';
import { PageHead } from '../../components/page-head.tsx';
import { DownloadIcon, PrintIcon } from '../../components/page-icons.tsx';
import { ShareButton } from '../../components/share-button.tsx';
import { StructuredData } from '../../components/structured-data.tsx';
import { useSite } from '../../hooks/use-site.ts';
import { longDate, weekday } from '../../i18n/dates.ts';
import { useI18n, usePathIn, useResultMessages } from '../../i18n/i18n.tsx';
import { languageOf, pathIn } from '../../i18n/language.ts';
import { changesAfter, type LiveChange } from '../../live/feed-cursor.ts';
import { useLiveData, useLiveDraws, useRefetchWhen } from '../../live/live-data-provider.tsx';
import { type LivePage, livePage } from '../../live/live-lists.ts';
import type { DaysBeside, PageServices } from '../../page-services.ts';
import { useToday } from '../../server-time/use-today.ts';
import { ProblemPage } from '../problem-page.tsx';
import { DayField } from './day-field.tsx';
import { DayResults } from './day-results.tsx';

/** Redirects other spellings of a date to its address, and what is no date to the charts. */
function requireDate(text: string, today: IstDate, pathname: string): IstDate {
  if (!isIstDate(text)) {
    const date = readTypedDate(text, today);
    if (date) throw redirect(pathIn(languageOf(pathname), `/results/${date}`));
    if (!looksLikeDate(text)) throw redirect(pathIn(languageOf(pathname), '/results'));
    throw data(null, { status: 404 });
  }
  return text;
}

/** Only today may be without results. Staff may publish the result of a day that has not come. */
export async function loadDay(services: PageServices, text: string, pathname: string) {
  const cursor = services.cursor();
  const today = istDateOf(services.now());
  const date = requireDate(text, today, pathname);
  const [draws, beside] = await Promise.all([services.drawsOf(date), services.daysBeside(date)]);
  const randomness = await services.randomness(draws, date);
  // Newest first, as live lists are.
  const rows = draws.toReversed();
  if (rows.length === 0 && date !== today) throw data(null, { status: 404 });
  return { ...livePage({ cursor, draws: { rows, scope: { date } } }), randomness, date, beside };
}

export interface DayPageData extends LivePage<{ cursor: string; draws: { rows: Draw[]; scope: object } }> {
  date: IstDate;
  beside: DaysBeside;
}

/** Whether a change of another day may have changed which days beside this one have results. */
function mayMoveNeighbours({ live, date, beside }: DayPageData, changes: readonly LiveChange[]): boolean {
  const { earlier, later } = beside;
  const own = new Set(live.draws.rows.map(({ id }) => id));
  const isNearer = (other: IstDate) =>
    other < date ? other > (earlier ?? '') : other > date && (later === null || other < later);
  return changesAfter(live.cursor, changes).some((change) => {
    if (change.table !== 'draws') return false;
    if (change.type === 'INSERT') return isNearer(change.row.date);
    return !own.has(change.row.id);
  });
}

/** The results as a list, for search engines. */
function DayData({ name, draws }: { name: string; draws: readonly Draw[] }) {
  const { language } = useI18n();
  const pathTo = usePathIn();
  const baseUrl = useSite()?.site.baseUrl;
  if (baseUrl === undefined || draws.length === 0) return null;
  return (
    <StructuredData
      thing={{
        '@type': 'ItemList',
        name,
        inLanguage: language,
        numberOfItems: draws.length,
        itemListElement: draws.map((draw, index) => ({
          '@type': 'ListItem',
          position: index + 1,
          name: `${slotLabel(draw.slot)}: ${digitsTextOf(draw)}`,
          url: baseUrl + pathTo(`/draws/${draw.drawNo}`),
        })),
      }}
    />
  );
}

function DayArticle({ date, draws }: { date: IstDate; draws: readonly Draw[] }) {
  const messages = useResultMessages();
  const pathTo = usePathIn();
  const { charts, dayPage, footer, productName } = messages;
  const site = useSite()?.site.baseUrl;
  const name = longDate(date, messages);
  const results = draws.map((draw) => `${slotLabel(draw.slot)} ${digitsTextOf(draw)}`).join(', ');
  return (
    <article className="day-sheet kasavu-edge">
      <p className="paper-only day-brand">{productName}</p>
      <h1>
        <time dateTime={date}>{name}</time>
        <span className="day-weekday">{weekday(date, messages)}</span>
      </h1>
      <DayResults date={date} draws={draws} withDetails />
      <p className="paper-only day-source">
        {footer.disclaimer} {site && `${site}${pathTo(`/results/${date}`)}`}
      </p>
      <div className="screen-only mt-6 flex flex-wrap gap-3">
        <ShareButton path={pathTo(`/results/${date}`)} text={dayPage.shared(name, results)} />
        <button type="button" onClick={() => print()} className={`${ACTION} script-only`}>
          <PrintIcon />
          {charts.print}
        </button>
        {draws.length > 0 && (
          <a href={pathTo(`/results/${date}/sheet.pdf`)} className={ACTION}>
            <DownloadIcon />
            {dayPage.sheet}
          </a>
        )}
      </div>
    </article>
  );
}

export function DayPage({ loaded }: { loaded: DayPageData }) {
  const { date, beside } = loaded;
  const messages = useResultMessages();
  const { dayPage, nav } = messages;
  const { changes } = useLiveData();
  const draws = useLiveDraws(loaded).toReversed();
  const isToday = useToday() === date;
  useRefetchWhen(mayMoveNeighbours(loaded, changes));
  // All results were withdrawn while the page was open.
  if (draws.length === 0 && !isToday) return <ProblemPage error={null} missing={dayPage.unknown} />;
  const name = longDate(date, messages);
  const results = draws.map(digitsTextOf);
  return (
    <>
      <PageHead
        title={dayPage.title(name)}
        description={dayPage.description(name, results.join(', '))}
        // Social networks cache a picture by its address: other results need another address.
        {...(results.length > 0 && { picture: `/results/${date}/picture.png?results=${results.join('-')}` })}
        type="article"
      />
      <DayData name={dayPage.title(name)} draws={draws} />
      <Breadcrumbs
        steps={[
          { path: '/results', label: nav.charts },
          { path: `/results/${date}`, label: name },
        ]}
      />
      <div className="mx-auto max-w-3xl">
        <DayField date={date} {...beside} />
        <DayArticle date={date} draws={draws} />
      </div>
    </>
  );
}

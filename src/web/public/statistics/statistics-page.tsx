/** The statistics: that numbers have no memory, a choice of draws and dates, and what was counted. */
import { Link } from 'react-router';
import { slotLabel } from '../../../core/slots.ts';
import { Breadcrumbs } from '../../components/breadcrumbs.tsx';
import { ACTION } from '../../components/control-classes.ts';
import { Emblem } from '../../components/emblem.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useIsListLoading } from '../../hooks/use-is-list-loading.ts';
import type { StatisticsMessages } from '../../i18n/en-statistics.ts';
import { useMessages, usePathIn } from '../../i18n/i18n.tsx';
import { changesAfter } from '../../live/feed-cursor.ts';
import { useLiveData, useRefetchWhen } from '../../live/live-data-provider.tsx';
import { useToday } from '../../server-time/use-today.ts';
import { EvennessSection } from './evenness-section.tsx';
import { FigureCard } from './figure-card.tsx';
import { HeatMapFigure } from './heat-map-figure.tsx';
import { EndingsTable, PositionsTable } from './heat-map-tables.tsx';
import type { StatisticsData } from './load-statistics.ts';
import { RepeatsTable } from './repeats-table.tsx';
import { choiceQuery, dataAddress, EVERY_RESULT } from './statistics-address.ts';
import { StatisticsChoices } from './statistics-choices.tsx';
import { averageText, datesText } from './statistics-figures.ts';
import { SumsFigure } from './sums-figure.tsx';

interface StatisticsProps {
  texts: StatisticsMessages;
  loaderData: StatisticsData;
}

export function StatisticsPage({ texts, loaderData }: StatisticsProps) {
  const messages = useMessages();
  const { today, choice, draws, from, to } = loaderData;
  const { cursor, changes } = useLiveData();
  const isLoading = useIsListLoading();
  const hasNewResult = changesAfter(cursor, changes).some(({ table }) => table === 'draws');
  const isNewDay = useToday() > today;
  useRefetchWhen(hasNewResult || isNewDay);
  return (
    <>
      <PageHead title={texts.title} description={texts.description} />
      <Breadcrumbs
        steps={[
          { path: '/', label: messages.nav.home },
          { path: '/statistics', label: texts.here },
        ]}
      />
      <NoMemory texts={texts} />
      <StatisticsChoices texts={texts} choice={choice} />
      <p role="status" className="mb-5 text-lg font-bold">
        {texts.counted(draws)}
        <span className="font-medium text-ink-soft">
          {choice.slot && ` · ${slotLabel(choice.slot)}`}
          {draws > 0 && ` · ${datesText(from, to, messages)}`}
        </span>
      </p>
      <div className="statistics" aria-busy={isLoading}>
        {draws > 0 ? (
          <>
            <Figures texts={texts} loaderData={loaderData} />
            <p className="screen-only mt-6">
              <a href={dataAddress(choice, today)} hrefLang="en" className={ACTION}>
                {texts.data}
              </a>
            </p>
          </>
        ) : (
          <NothingCounted texts={texts} isEverything={choiceQuery(choice) === ''} />
        )}
      </div>
    </>
  );
}

const NoMemory = ({ texts }: { texts: StatisticsMessages }) => (
  <header className="kasavu-edge mb-8 items-center justify-between gap-10 rounded-card bg-cloth p-6 sm:p-10 md:flex">
    <div>
      <h1 className="mb-3 text-3xl sm:text-4xl">
        <span className="mb-1 block text-lg text-gold-ink">{texts.here}</span> {texts.noMemory}
      </h1>
      {texts.noMemoryText.map((sentence) => (
        <p key={sentence} className="max-w-prose text-lg">
          {sentence}
        </p>
      ))}
    </div>
    <Emblem className="hidden size-36 shrink-0 text-gold md:block" />
  </header>
);

const POSITION_MARKS = [...'12345'];
const DIGITS = [...'0123456789'];

function Figures({ texts, loaderData }: StatisticsProps) {
  const { draws, positions, since, lastTwo, sums, repeats, evenness } = loaderData;
  const byPosition = {
    across: texts.digit,
    down: texts.position,
    rowMarks: POSITION_MARKS,
  };
  return (
    <div className="statistics-grid">
      <FigureCard
        id="positions"
        heading={texts.positions.heading}
        text={texts.positions.text(averageText(draws / 10))}
      >
        <HeatMapFigure
          id="positions"
          texts={texts}
          layout={positions}
          label={texts.positions.drawing}
          {...byPosition}
        />
        <PositionsTable texts={texts} layout={positions} caption={texts.positions.drawing} />
      </FigureCard>
      <FigureCard id="since" heading={texts.since.heading} text={texts.since.text}>
        <HeatMapFigure id="since" texts={texts} layout={since} label={texts.since.drawing} {...byPosition} />
        <PositionsTable texts={texts} layout={since} caption={texts.since.drawing} />
      </FigureCard>
      <FigureCard
        id="last-two"
        heading={texts.lastTwo.heading}
        text={texts.lastTwo.text(averageText(draws / 100))}
      >
        <HeatMapFigure
          id="last-two"
          texts={texts}
          layout={lastTwo}
          label={texts.lastTwo.drawing}
          across={texts.units}
          down={texts.tens}
          rowMarks={DIGITS}
        />
        <EndingsTable texts={texts} layout={lastTwo} caption={texts.lastTwo.drawing} />
      </FigureCard>
      <FigureCard id="repeats" heading={texts.repeats.heading} text={texts.repeats.text}>
        <RepeatsTable texts={texts} draws={draws} repeats={repeats} />
      </FigureCard>
      <FigureCard id="sums" heading={texts.sums.heading} text={texts.sums.text}>
        <SumsFigure texts={texts} sums={sums} />
      </FigureCard>
      <EvennessSection texts={texts} evenness={evenness} />
    </div>
  );
}

function NothingCounted({ texts, isEverything }: { texts: StatisticsMessages; isEverything: boolean }) {
  const pathTo = usePathIn();
  return isEverything ? (
    <EmptyState title={texts.noneYet} text={texts.noneYetText}>
      <Link to={pathTo('/results')} className={ACTION}>
        {texts.toCharts}
      </Link>
    </EmptyState>
  ) : (
    <EmptyState title={texts.none} text={texts.noneText}>
      <Link to={pathTo('/statistics') + choiceQuery(EVERY_RESULT)} preventScrollReset className={ACTION}>
        {texts.showAll}
      </Link>
    </EmptyState>
  );
}

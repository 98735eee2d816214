/** The board for the television of a shop: clock, today's five draws, the live one in the middle, the next one. */
import type { Draw } from '../../../contract/draws.ts';
import { isActive } from '../../../core/card-state.ts';
import { istDateOf } from '../../../core/ist-time.ts';
import { PageHead } from '../../components/page-head.tsx';
import type { BoardMessages } from '../../i18n/en-board.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import {
  LiveDataProvider,
  useLiveData,
  useLiveDraws,
  useRefetchWhen,
} from '../../live/live-data-provider.tsx';
import { useServerTime } from '../../server-time/use-server-now.tsx';
import { useToday } from '../../server-time/use-today.ts';
import { Announcements } from '../draw-cards/announcements.tsx';
import { lastDayBefore } from '../draw-cards/last-day-before.ts';
import { RollEffects } from '../draw-cards/roll-effects.tsx';
import { lastCardChange } from '../draw-cards/todays-cards.ts';
import { useTodaysCards } from '../draw-cards/use-todays-cards.ts';
import { ReloadScript } from '../unattended/reload-script.tsx';
import { useWorkingReport } from '../unattended/use-working-report.ts';
import { BoardControls } from './board-controls.tsx';
import { BoardDay } from './board-day.tsx';
import { BoardHeader } from './board-header.tsx';
import { BoardHero } from './board-hero.tsx';
import { BoardNext } from './board-next.tsx';
import { heroesOf } from './heroes.ts';
import type { BoardData } from './load-board.ts';
import { shiftAt } from './pixel-shift.ts';
import { useIdle } from './use-idle.ts';
import { useWakeLock } from './use-wake-lock.ts';

interface BoardProps {
  texts: BoardMessages;
  loaderData: BoardData;
}

export function Board({ texts, loaderData }: BoardProps) {
  return (
    <LiveDataProvider site={loaderData.site}>
      <PageHead title={texts.title} description={texts.description} />
      <ReloadScript />
      <BoardFrame texts={texts} loaderData={loaderData} />
    </LiveDataProvider>
  );
}

function BoardFrame({ texts, loaderData }: BoardProps) {
  const draws = useLiveDraws(loaderData);
  const today = useToday();
  const minute = useServerTime((now) => Math.floor(now / 60_000));
  const isIdle = useIdle();
  useWakeLock();
  // All of them were withdrawn: the day before them was not loaded.
  useRefetchWhen(draws.length === 0 && loaderData.live.draws.rows.length > 0);
  const { x, y } = shiftAt(minute);
  return (
    <div className="board always-dark" data-idle={isIdle || undefined}>
      <div className="board-screen" data-x={x} data-y={y}>
        <BoardHeader />
        <BoardDraws key={today} texts={texts} draws={draws} />
      </div>
      <BoardControls texts={texts} />
    </div>
  );
}

/** It keeps the state of the cards of one day: render it with the day as its key. */
function BoardDraws({ texts, draws }: { texts: BoardMessages; draws: readonly Draw[] }) {
  const { home } = useMessages();
  const { settings } = useLiveData();
  const now = useServerTime((second) => lastCardChange(second, settings.publishDelay, draws));
  const today = istDateOf(now);
  const { cards, states, plan, endRollOf } = useTodaysCards(now, settings.publishDelay, draws);
  const lastDay = lastDayBefore(today, draws);
  useWorkingReport(cards.some(isActive));
  return (
    <main className="board-main">
      <h1 className="sr-only">{home.title}</h1>
      <BoardHero
        cards={heroesOf(cards)}
        past={lastDay.at(-1) ?? null}
        plan={plan}
        today={today}
        texts={texts}
      />
      <BoardNext />
      <BoardDay cards={cards} lastDay={lastDay} today={today} />
      <Announcements states={states} />
      {plan &&
        cards
          .filter(({ state }) => state.kind === 'rolling')
          .map(({ slot }) => <RollEffects key={slot} plan={plan} onEnd={() => endRollOf(slot)} />)}
    </main>
  );
}

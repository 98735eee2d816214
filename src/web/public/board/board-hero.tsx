/** The middle of the board: the live draw with its roll, or else the newest result. */
import type { ReactNode } from 'react';
import type { Draw } from '../../../contract/draws.ts';
import { isActive, type RollPlan } from '../../../core/card-state.ts';
import { addDays, type IstDate, istDateOf } from '../../../core/ist-time.ts';
import { slotLabel } from '../../../core/slots.ts';
import { DigitTiles } from '../../components/digit-tiles.tsx';
import { Emblem } from '../../components/emblem.tsx';
import { CheckIcon } from '../../components/icons.tsx';
import { ResultBadge } from '../../components/result-badge.tsx';
import { clockTime, longDate } from '../../i18n/dates.ts';
import type { Messages } from '../../i18n/en.ts';
import type { BoardMessages } from '../../i18n/en-board.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { Drums } from '../draw-cards/drums.tsx';
import { TimeLeft } from '../draw-cards/time-left.tsx';
import type { TodaysCard } from '../draw-cards/use-todays-cards.ts';

interface DatedDraw {
  draw: Draw;
  today: IstDate;
}

const dayLabel = (date: IstDate, today: IstDate, messages: Messages): string =>
  date === addDays(today, -1) ? messages.home.yesterday : longDate(date, messages);

/** The time of an ISO instant, with its day unless it is today. */
function timeWithDay(instant: string, today: IstDate, messages: Messages): string {
  const date = istDateOf(Date.parse(instant));
  const time = clockTime(instant);
  return date === today ? time : `${dayLabel(date, today, messages)}, ${time}`;
}

/** The last correction alone: the page of the draw has all of them. */
function Correction({ draw, today }: DatedDraw) {
  const messages = useMessages();
  const texts = messages.draw;
  const last = draw.corrections?.at(-1);
  if (!last) return null;
  return (
    <span className="board-correction">
      {texts.correctedAt(timeWithDay(last.at, today, messages))}{' '}
      <del>
        <span className="sr-only">{texts.former([...last.digits].join(' '))}</span>
        <span aria-hidden="true">{last.digits}</span>
      </del>
    </span>
  );
}

function PublishedStatus({ draw, today }: DatedDraw) {
  const messages = useMessages();
  return (
    <>
      <span className="board-published">
        <CheckIcon />
        {messages.draw.published}{' '}
        <time dateTime={draw.publishedAt}>{timeWithDay(draw.publishedAt, today, messages)}</time>
      </span>
      {draw.corrections?.length ? <Correction draw={draw} today={today} /> : <ResultBadge draw={draw} />}
    </>
  );
}

function LiveStatus({ card: { face, revealAt } }: { card: TodaysCard }) {
  const { draw: texts } = useMessages();
  if (face === 'rolling') {
    return (
      <span className="board-revealing">
        <Emblem className="turn-quickly text-gold" />
        {texts.revealing}
      </span>
    );
  }
  return (
    <>
      <span>{texts.inProgress}</span>
      <span className="board-left script-only">
        <TimeLeft until={revealAt} inWords={texts.resultsIn} soon={texts.anyMoment} />
      </span>
    </>
  );
}

interface FrameProps {
  face: string;
  isNew?: boolean;
  title: string;
  drawNo: string;
  badge?: ReactNode;
  digits: ReactNode;
  status: ReactNode;
}

function HeroFrame({ face, isNew = false, title, drawNo, badge, digits, status }: FrameProps) {
  return (
    <li>
      <article
        aria-labelledby={`draw-${drawNo}`}
        data-face={face}
        data-new={isNew || undefined}
        className="board-card"
      >
        <header>
          <h2 id={`draw-${drawNo}`}>{title}</h2>
          <p className="board-number">{drawNo}</p>
          {badge}
        </header>
        <div className="board-digits">{digits}</div>
        <p className="board-line">{status}</p>
      </article>
    </li>
  );
}

function Badge({ card }: { card: TodaysCard }) {
  const { draw } = useMessages();
  if (card.isNew) return <span className="board-badge bg-palm">{draw.isNew}</span>;
  if (!isActive(card)) return null;
  return (
    <span className="board-badge bg-ember">
      <span className="breathe rounded-full bg-current" />
      {draw.liveNow}
    </span>
  );
}

interface TodaysHeroProps {
  card: TodaysCard;
  plan: RollPlan | null;
  today: IstDate;
}

function TodaysHero({ card, plan, today }: TodaysHeroProps) {
  const { slot, drawNo, state, face, isNew } = card;
  const hasLanded = isNew && state.kind === 'published' && state.hasRolled;
  const tiles = state.kind === 'published' ? (hasLanded ? 'landed' : 'published') : 'live';
  return (
    <HeroFrame
      face={face}
      isNew={isNew}
      title={slotLabel(slot)}
      drawNo={drawNo}
      badge={<Badge card={card} />}
      digits={
        plan && state.kind === 'rolling' ? (
          <Drums digits={state.result.digits} plan={plan} />
        ) : (
          <DigitTiles state={tiles} draw={state.kind === 'published' ? state.result.draw : null} />
        )
      }
      status={
        state.kind === 'published' ? (
          <PublishedStatus draw={state.result.draw} today={today} />
        ) : (
          <LiveStatus card={card} />
        )
      }
    />
  );
}

/** A result of an earlier day, which must not be taken for one of today. */
function PastHero({ draw, today }: DatedDraw) {
  const messages = useMessages();
  return (
    <HeroFrame
      face="past"
      title={`${dayLabel(draw.date, today, messages)}, ${slotLabel(draw.slot)}`}
      drawNo={draw.drawNo}
      digits={<DigitTiles state="published" draw={draw} />}
      status={<PublishedStatus draw={draw} today={today} />}
    />
  );
}

function NoResults({ texts }: { texts: BoardMessages }) {
  return (
    <li className="board-empty">
      <Emblem className="text-gold" />
      <p>{texts.noResults}</p>
    </li>
  );
}

interface BoardHeroProps {
  cards: readonly TodaysCard[];
  /** The newest result of an earlier day, while today has none. */
  past: Draw | null;
  plan: RollPlan | null;
  today: IstDate;
  texts: BoardMessages;
}

export function BoardHero({ cards, past, plan, today, texts }: BoardHeroProps) {
  return (
    <ul className="board-hero" data-count={Math.max(1, cards.length)}>
      {cards.map((card) => (
        <TodaysHero key={card.slot} card={card} plan={plan} today={today} />
      ))}
      {cards.length === 0 && (past ? <PastHero draw={past} today={today} /> : <NoResults texts={texts} />)}
    </ul>
  );
}

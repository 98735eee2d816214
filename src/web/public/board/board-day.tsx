/** The five draws of today on the board, or the results of the last day until today has one. */
import type { Draw } from '../../../contract/draws.ts';
import type { CardFace } from '../../../core/card-state.ts';
import { addDays, type IstDate } from '../../../core/ist-time.ts';
import { slotLabel } from '../../../core/slots.ts';
import { Emblem } from '../../components/emblem.tsx';
import { SpokenDigits } from '../../components/spoken-digits.tsx';
import { longDate } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import type { TodaysCard } from '../draw-cards/use-todays-cards.ts';

function Result({ draw }: { draw: Draw }) {
  const { draw: texts } = useMessages();
  return (
    <>
      <p className="board-cell-result">
        <SpokenDigits draw={draw} />
      </p>
      {draw.provenance === 'corrected' && (
        <p className="board-cell-note text-ember">{texts.labels.corrected}</p>
      )}
    </>
  );
}

function Awaited({ face }: { face: CardFace }) {
  const { draw: texts } = useMessages();
  const words = {
    waiting: null,
    overdue: texts.delayed,
    live: texts.liveNow,
    rolling: texts.revealing,
    published: null,
  }[face];
  if (words === null) {
    return (
      <p className="board-cell-wait">
        <Emblem className="text-gold" />
        <span className="sr-only">{texts.notYet}</span>
      </p>
    );
  }
  return <p className="board-cell-words">{words}</p>;
}

const bySlot = (a: { slot: string }, b: { slot: string }): number => (a.slot < b.slot ? -1 : 1);

interface BoardDayProps {
  cards: readonly TodaysCard[];
  /** Empty if today has a result. */
  lastDay: readonly Draw[];
  today: IstDate;
}

export function BoardDay({ cards, lastDay, today }: BoardDayProps) {
  const messages = useMessages();
  const { home } = messages;
  const date = lastDay[0]?.date;
  // A late result of today is announced, even if the results of yesterday make way for it.
  if (date !== undefined && !cards.some(({ face }) => face === 'overdue')) {
    return (
      <section aria-labelledby="day" className="board-day" data-past>
        <h2 id="day">
          {date === addDays(today, -1) && `${home.yesterday}, `}
          <time dateTime={date}>{longDate(date, messages)}</time>
        </h2>
        <ol>
          {lastDay.map((draw) => (
            <li key={draw.id} className="board-cell" data-face="published">
              <h3>{slotLabel(draw.slot)}</h3>
              <Result draw={draw} />
            </li>
          ))}
        </ol>
      </section>
    );
  }
  return (
    <section aria-labelledby="day" className="board-day">
      <h2 id="day">{home.heading}</h2>
      <ol>
        {cards.toSorted(bySlot).map(({ slot, state, face, isNew }) => (
          <li key={slot} className="board-cell" data-face={face} data-new={isNew || undefined}>
            <h3>{slotLabel(slot)}</h3>
            {state.kind === 'published' ? <Result draw={state.result.draw} /> : <Awaited face={face} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A month of draws: five marks a day, each day a link to its draws. */
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { AdminDraw } from '../../../contract/draws.ts';
import { type IstDate, type IstMonth, monthOf, weekdayOf } from '../../../core/ist-time.ts';
import { ICON_BUTTON } from '../../components/switches.tsx';
import { longDate } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useToday } from '../../server-time/use-today.ts';
import { QueryView } from '../lists/query-view.tsx';
import { neighbourMonth } from './calendar-days.ts';
import { useDraws } from './draw-queries.ts';
import type { DrawFilterValues } from './filter-values.ts';
import { type Mark, type MarkedDay, markDays, marksText } from './month-marks.ts';

interface MonthCalendarProps {
  filterValues: DrawFilterValues;
  onChosen(): void;
}

export function MonthCalendar({ filterValues, onChosen }: MonthCalendarProps) {
  const messages = useMessages();
  const today = useToday();
  const [month, setMonth] = useState<IstMonth>(filterValues.month ?? monthOf(filterValues.date ?? today));
  const draws = useDraws({ month }, { pageSize: MOST_DRAWS });
  const [year, number] = month.split('-');
  return (
    <section aria-label="Calendar" className="thread-edge mb-6 rounded-card bg-cloth p-3 sm:p-4">
      <div className="mb-2 flex items-center justify-between">
        <Step label="Previous month" onStep={() => setMonth(neighbourMonth(month, -1))}>
          ‹
        </Step>
        <h2 aria-live="polite" className="text-xl">
          {messages.months[Number(number) - 1]} {year}
        </h2>
        <Step label="Next month" onStep={() => setMonth(neighbourMonth(month, 1))}>
          ›
        </Step>
      </div>
      <QueryView query={draws} label="Loading the calendar" rows={5}>
        {(items) => (
          <div aria-busy={draws.isPlaceholderData} className="transition-opacity aria-busy:opacity-40">
            <Days month={month} draws={items} chosen={filterValues.date} onChosen={onChosen} />
          </div>
        )}
      </QueryView>
      <Legend />
    </section>
  );
}

/** Five a day. */
const MOST_DRAWS = 5 * 31;

const Step = ({ label, onStep, children }: { label: string; onStep(): void; children: string }) => (
  <button type="button" aria-label={label} className={`${ICON_BUTTON} text-2xl font-bold`} onClick={onStep}>
    {children}
  </button>
);

interface DaysProps {
  month: IstMonth;
  draws: readonly AdminDraw[];
  chosen: IstDate | undefined;
  onChosen(): void;
}

function Days({ month, draws, chosen, onChosen }: DaysProps) {
  const messages = useMessages();
  const today = useToday();
  const days = markDays(month, draws, today);
  const first = days[0] ? weekdayOf(days[0].date) : 0;
  return (
    <>
      <div aria-hidden="true" className="grid grid-cols-7 gap-1 text-center text-sm text-ink-soft">
        {messages.weekdays.map((name) => (
          <span key={name}>{name.slice(0, 3)}</span>
        ))}
      </div>
      <ol className="mt-1 grid grid-cols-7 gap-1">
        {days.map((day, index) => (
          <li key={day.date} style={index === 0 ? { gridColumnStart: first + 1 } : undefined}>
            <DayLink
              day={day}
              isToday={day.date === today}
              isChosen={day.date === chosen}
              onChosen={onChosen}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

interface DayLinkProps {
  day: MarkedDay;
  isToday: boolean;
  isChosen: boolean;
  onChosen(): void;
}

function DayLink({ day: { date, marks }, isToday, isChosen, onChosen }: DayLinkProps) {
  const messages = useMessages();
  return (
    <Link
      to={`?date=${date}`}
      preventScrollReset
      onClick={onChosen}
      aria-current={isToday ? 'date' : undefined}
      aria-label={`${longDate(date, messages)}: ${marksText(marks)}`}
      className={`flex min-h-12 flex-col items-center justify-center gap-1 rounded-control border-2 bg-ground py-1 hover:border-maroon ${isToday || isChosen ? 'border-gold' : 'border-transparent'}`}
    >
      <span className={`leading-none tabular-nums ${isToday ? 'font-bold text-maroon' : 'font-medium'}`}>
        {Number(date.slice(8))}
      </span>
      <span className="flex gap-px sm:gap-1">
        {marks.map((mark, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the five slots of a day stay in their places.
          <MarkShape key={place} mark={mark} />
        ))}
      </span>
    </Link>
  );
}

/** Each mark has its own shape as well as its own colour. */
const SHAPES: Record<Mark, { className: string; shape: ReactNode }> = {
  published: { className: 'text-palm', shape: <circle cx="5" cy="5" r="4" fill="currentColor" /> },
  entered: {
    className: 'text-palm',
    shape: <circle cx="5" cy="5" r="3.2" fill="none" stroke="currentColor" strokeWidth="1.8" />,
  },
  random: { className: 'text-ember', shape: <path d="M5 .6 9.4 5 5 9.4.6 5Z" fill="currentColor" /> },
  held: {
    className: 'text-gold-ink',
    shape: <path d="M3 1.5v7M7 1.5v7" stroke="currentColor" strokeWidth="2.2" />,
  },
  missing: {
    className: 'text-ember',
    shape: <path d="M1.8 1.8l6.4 6.4M8.2 1.8L1.8 8.2" stroke="currentColor" strokeWidth="1.8" />,
  },
  none: {
    className: 'text-ink-soft opacity-50',
    shape: <circle cx="5" cy="5" r="1.2" fill="currentColor" />,
  },
};

const MarkShape = ({ mark }: { mark: Mark }) => (
  <svg
    viewBox="0 0 10 10"
    aria-hidden="true"
    data-mark={mark}
    className={`size-1.5 sm:size-2.5 ${SHAPES[mark].className}`}
  >
    {SHAPES[mark].shape}
  </svg>
);

const LEGEND = [
  ['published', 'Published'],
  ['entered', 'Draft, entered'],
  ['random', 'Draft, random'],
  ['held', 'On hold'],
  ['missing', 'Missing'],
] as const satisfies [Mark, string][];

const Legend = () => (
  <ul aria-hidden="true" className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
    {LEGEND.map(([mark, text]) => (
      <li key={mark} className="flex items-center gap-1.5">
        <MarkShape mark={mark} />
        {text}
      </li>
    ))}
  </ul>
);

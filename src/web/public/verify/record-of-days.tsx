/** The record of the last days: ordinary results as a number, everything else as a line. */
import type { LogRecord, RecordDay } from '../../../core/public-log/log-record.ts';
import { CheckIcon } from '../../components/icons.tsx';
import { longDate, weekday } from '../../i18n/dates.ts';
import type { VerifyMessages } from '../../i18n/en-verify.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { RecordLineItem } from './record-line-item.tsx';

interface RecordOfDaysProps {
  texts: VerifyMessages;
  record: LogRecord;
}

export function RecordOfDays({ texts, record: { days, isCut, publicDraws } }: RecordOfDaysProps) {
  return (
    <section aria-labelledby="record">
      <h2 id="record" className="mb-2 text-2xl">
        {texts.record}
      </h2>
      <p className="mb-6 max-w-prose text-ink-soft">{texts.recordText}</p>
      {days.length === 0 && <p>{texts.noEntries}</p>}
      <div className="grid gap-5">
        {days.map((day) => (
          <Day key={day.date} texts={texts} day={day} publicDraws={publicDraws} />
        ))}
      </div>
      {isCut && <p className="mt-5 border-l-[3px] border-gold pl-3">{texts.cut}</p>}
    </section>
  );
}

interface DayProps {
  texts: VerifyMessages;
  day: RecordDay;
  publicDraws: readonly string[];
}

function Day({ texts, day, publicDraws }: DayProps) {
  const messages = useMessages();
  const { date, lines } = day;
  return (
    <article className="thread-edge gap-8 rounded-card bg-cloth p-5 sm:p-6 md:grid md:grid-cols-[11rem_minmax(0,1fr)]">
      <h3 className="mb-3 text-lg">
        <time dateTime={date}>{longDate(date, messages)}</time>
        <span className="block text-base font-medium text-ink-soft">{weekday(date, messages)}</span>
      </h3>
      <div className="grid content-start gap-5">
        <Summary texts={texts} day={day} />
        {lines.length > 0 && (
          <ol className="grid gap-5">
            {lines.map((line, index) => (
              <RecordLineItem
                // biome-ignore lint/suspicious/noArrayIndexKey: entries of one transaction have the same time.
                key={`${line.at} ${index}`}
                texts={texts}
                line={line}
                publicDraws={publicDraws}
              />
            ))}
          </ol>
        )}
      </div>
    </article>
  );
}

function Summary({ texts, day: { random, adopted, lines } }: Pick<DayProps, 'texts' | 'day'>) {
  const isUsual = adopted === 0 && lines.length === 0;
  if (random === 0 && isUsual) return <p className="text-ink-soft">{texts.noResults}</p>;
  if (random === 0 && adopted === 0) return null;
  return (
    <div className="grid gap-1">
      {random > 0 && (
        <p className="flex items-center gap-1.5 font-semibold text-palm">
          <CheckIcon />
          {isUsual ? texts.allRandom(random) : texts.random(random)}
        </p>
      )}
      {adopted > 0 && <p className="text-ink-soft">{texts.adopted(adopted)}</p>}
    </div>
  );
}

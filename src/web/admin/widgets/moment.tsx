/** An instant in IST. */

import { clockTime, dayOf, longDate } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useToday } from '../../server-time/use-today.ts';

/** Date and time. */
export function Moment({ at }: { at: string }) {
  const messages = useMessages();
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {longDate(dayOf(at), messages)}, {clockTime(at)}
    </time>
  );
}

/** `at 12:15 PM` today, `on 14 November 2026, 12:15 PM` on other days. */
export function ShortMoment({ at }: { at: string }) {
  const isToday = dayOf(at) === useToday();
  return (
    <>
      {isToday ? 'at ' : 'on '}
      {isToday ? <time dateTime={at}>{clockTime(at)}</time> : <Moment at={at} />}
    </>
  );
}

/** An instant as date and time in IST. */
import { clockTime, dayOf, longDate } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';

export function Moment({ at }: { at: string }) {
  const messages = useMessages();
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {longDate(dayOf(at), messages)}, {clockTime(at)}
    </time>
  );
}

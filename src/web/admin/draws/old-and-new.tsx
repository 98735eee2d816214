/** What a change of a draw replaces: the old and the new result, and its number, date and time where they differ. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { slotLabel } from '../../../core/slots.ts';
import { ArrowIcon } from '../../components/icons.tsx';
import { longDate } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import type { DrawValues } from './draw-values.ts';
import { ResultDigits } from './result-digits.tsx';

export function OldAndNew({ former, values }: { former: DrawValues; values: DrawValues }) {
  const messages = useMessages();
  const when = ({ date, slot }: DrawValues) =>
    `${longDate(date, messages)}, ${slotLabel(slot as AdminDraw['slot'])}`;
  return (
    <>
      {former.digits !== values.digits && (
        <p className="flex flex-wrap items-center gap-2">
          <span className="sr-only">Result, from</span>
          <ResultDigits digits={former.digits} />
          <ArrowIcon />
          <span className="sr-only">to</span>
          <ResultDigits digits={values.digits} former={former.digits} />
        </p>
      )}
      {former.drawNo !== values.drawNo && <TextChange from={former.drawNo} to={values.drawNo} />}
      {when(former) !== when(values) && <TextChange from={when(former)} to={when(values)} />}
    </>
  );
}

const TextChange = ({ from, to }: { from: string; to: string }) => (
  <p className="flex flex-wrap items-center gap-2">
    <s className="text-ink-soft">{from}</s>
    <ArrowIcon />
    <b>{to}</b>
  </p>
);

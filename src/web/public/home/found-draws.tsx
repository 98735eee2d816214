/** The draws that a number was found in, with the digits that match marked in each. Loaded with the first of them. */
import { Link } from 'react-router';
import type { Draw } from '../../../contract/draws.ts';
import { digitsTextOf } from '../../../core/digits.ts';
import { endingName } from '../../../core/endings.ts';
import type { NumberToCheck } from '../../../core/number-to-check.ts';
import { slotLabel } from '../../../core/slots.ts';
import { longDate } from '../../i18n/dates.ts';
import { useMessages, usePathIn } from '../../i18n/i18n.tsx';
import type { CheckedText } from './checked-number.ts';

function MarkedDigits({ digits, ending }: { digits: string; ending: string }) {
  const start = digits.length - ending.length;
  return (
    <span className="text-2xl font-bold tracking-[0.18em] tabular-nums">
      {digits.slice(0, start)}
      {ending && (
        <mark className="rounded-md bg-gold/30 py-0.5 pl-[0.18em] text-ink">{digits.slice(start)}</mark>
      )}
    </span>
  );
}

function FoundDraw({ draw, ending }: { draw: Draw; ending: string }) {
  const messages = useMessages();
  const pathTo = usePathIn();
  const name = endingName(ending);
  return (
    <li className="border-b border-thread last:border-0">
      <Link
        to={pathTo(`/draws/${draw.drawNo}`)}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control px-2 py-2.5 transition-colors hover:bg-ground"
      >
        <span className="grow leading-snug">
          <span className="block font-semibold">
            {longDate(draw.date, messages)}, {slotLabel(draw.slot)}
          </span>
          <span className="text-sm text-ink-soft tabular-nums">{draw.drawNo}</span>
        </span>
        <span className="flex items-center gap-3">
          <MarkedDigits digits={digitsTextOf(draw)} ending={ending} />
          {name && (
            <span className="rounded-full border border-gold px-2 text-sm font-bold text-gold-ink">
              {name}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

/** Leads to all of them: the page of the day, or the chart of an ending. */
function AllLink({ number, label }: { number: NumberToCheck; label: string }) {
  const pathTo = usePathIn();
  if (number.kind === 'drawNo') return null;
  const path = number.kind === 'date' ? `/results/${number.date}` : '/results';
  return (
    <Link
      to={pathTo(path) + (number.kind === 'ending' ? `?all=1&ends=${number.ending}` : '')}
      className="inline-flex min-h-11 items-center font-semibold text-maroon underline underline-offset-4"
    >
      {label}
    </Link>
  );
}

/** The heading of what was found, and the text if nothing was. */
function useTexts(number: NumberToCheck): { heading: string; none: string } {
  const messages = useMessages();
  const { check } = messages;
  if (number.kind === 'drawNo')
    return { heading: check.drawFound(number.drawNo), none: check.noDraw(number.drawNo) };
  if (number.kind === 'ending')
    return { heading: check.endingIn(number.ending), none: check.noEnding(number.ending) };
  const date = longDate(number.date, messages);
  return { heading: check.dayFound(date), none: check.noDay(date) };
}

export default function FoundDraws({ number, found }: { number: NumberToCheck; found: CheckedText }) {
  const { check } = useMessages();
  const { heading, none } = useTexts(number);
  const { draws, count } = found;
  const ending = number.kind === 'ending' ? number.ending : '';
  const name = endingName(ending);
  if (draws.length === 0) {
    return (
      <div>
        <p className="text-lg font-bold">{check.noneFound}</p>
        <p className="text-ink-soft">{none}</p>
      </div>
    );
  }
  const isCut = count > draws.length;
  return (
    <>
      <h3 className="text-lg">{heading}</h3>
      <p className="text-sm text-ink-soft">
        {[name && `${name}: ${check.named[name]}`, isCut && check.newestOf(draws.length, count)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <ul className="-mx-2 mt-2">
        {draws.map((draw) => (
          <FoundDraw key={draw.id} draw={draw} ending={ending} />
        ))}
      </ul>
      {(isCut || number.kind === 'date') && (
        <AllLink number={number} label={isCut ? check.seeAll : check.seeDay} />
      )}
    </>
  );
}

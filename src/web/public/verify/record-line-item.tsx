/** One line of the record: when, which draw, what happened, and the digits that it is about. */
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { RecordLine } from '../../../core/public-log/log-record.ts';
import type { Result } from '../../../core/result.ts';
import { slotLabel } from '../../../core/slots.ts';
import { clockTime, longDate } from '../../i18n/dates.ts';
import type { VerifyMessages } from '../../i18n/en-verify.ts';
import { useMessages, usePathIn } from '../../i18n/i18n.tsx';

interface LineProps<Line extends RecordLine = RecordLine> {
  texts: VerifyMessages;
  line: Line;
  publicDraws: readonly string[];
}

type LineOf<Kind extends RecordLine['kind']> = Extract<RecordLine, { kind: Kind }>;

/** Ember for what the public saw change, gold for what is not proven. */
const TONES: Record<RecordLine['kind'], string> = {
  fixed: 'border-gold text-gold-ink',
  entered: 'border-ink-soft text-ink',
  edited: 'border-ember text-ember',
  unused: 'border-ink-soft text-ink',
  corrected: 'border-ember text-ember',
  withdrawn: 'border-ember text-ember',
  republished: 'border-ink-soft text-ink',
  'missing-beacon': 'border-gold text-gold-ink',
  began: 'border-thread text-ink-soft',
  continued: 'border-ember text-ember',
};

/** A change of many draws at once names only some of them. */
const MAX_NUMBERS = 10;

export function RecordLineItem({ texts, line, publicDraws }: LineProps) {
  const drawNos = drawNumbersOf(line);
  const [edge = '', tone = ''] = TONES[line.kind].split(' ');
  return (
    <li className={`border-l-[3px] pl-3 ${edge}`}>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <time dateTime={line.at} className="text-sm text-ink-soft tabular-nums">
          {clockTime(line.at)}
        </time>
        <b className={tone}>{texts.labels[line.kind]}</b>
        {drawNos.slice(0, MAX_NUMBERS).map((drawNo) => (
          <DrawNumber key={drawNo} drawNo={drawNo} isPublic={publicDraws.includes(drawNo)} />
        ))}
        {drawNos.length > MAX_NUMBERS && <span>{texts.andMore(drawNos.length - MAX_NUMBERS)}</span>}
      </p>
      <WhatHappened texts={texts} line={line} />
    </li>
  );
}

function drawNumbersOf(line: RecordLine): string[] {
  if ('drawNos' in line) return line.drawNos;
  return 'drawNo' in line ? [line.drawNo] : [];
}

function DrawNumber({ drawNo, isPublic }: { drawNo: string; isPublic: boolean }) {
  const pathTo = usePathIn();
  if (!isPublic) return <span className="tabular-nums">{drawNo}</span>;
  return (
    <Link
      to={pathTo(`/draws/${drawNo}`)}
      className="inline-flex min-h-11 items-center text-maroon tabular-nums underline underline-offset-4"
    >
      {drawNo}
    </Link>
  );
}

function WhatHappened({ texts, line }: Omit<LineProps, 'publicDraws'>) {
  const messages = useMessages();
  switch (line.kind) {
    case 'fixed':
      return <DigitsAndText digits={line.digits}>{texts.fixed[line.cause]}</DigitsAndText>;
    case 'entered':
    case 'edited':
      return (
        <DigitsAndText digits={line.digits}>
          {texts[line.kind]} {line.unused !== null && texts.unusedWere(line.unused)}
        </DigitsAndText>
      );
    case 'unused':
      return (
        <DigitsAndText digits={line.digits}>
          {line.isPublishedLater ? texts.publishedLater : texts.unused}
        </DigitsAndText>
      );
    case 'corrected':
      return <Correction texts={texts} line={line} />;
    case 'withdrawn':
      return <p>{texts.withdrawn[line.how]}</p>;
    case 'republished':
      return <DigitsAndText digits={line.digits}>{texts.republished}</DigitsAndText>;
    case 'missing-beacon':
      return <p>{texts.missingBeacon(longDate(line.date, messages))}</p>;
    case 'began':
      return <p>{texts.began}</p>;
    case 'continued':
      return (
        <p>
          {texts.continued(line.former.size)}{' '}
          <code lang="en" className="wrap-anywhere">
            {line.former.origin}
          </code>
        </p>
      );
  }
}

const DigitsAndText = ({ digits, children }: { digits: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-baseline gap-x-4">
    <Digits digits={digits} />
    <p className="min-w-0 flex-[1_1_16rem]">{children}</p>
  </div>
);

function Digits({ digits }: { digits: string }) {
  const { draw } = useMessages();
  return (
    <span role="img" aria-label={draw.digits([...digits].join(' '))} className="chart-digits">
      {digits}
    </span>
  );
}

function Correction({ texts, line }: Omit<LineProps<LineOf<'corrected'>>, 'publicDraws'>) {
  const messages = useMessages();
  const { from, to, reason } = line;
  const place = ({ drawNo, date, slot }: Result): string =>
    `${drawNo}, ${longDate(date, messages)}, ${slotLabel(slot)}`;
  const areDigitsSame = from.digits === to.digits;
  return (
    <div className="grid gap-1">
      {!areDigitsSame && (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <del className="whitespace-nowrap no-underline">
            <span className="sr-only">{messages.draw.former([...from.digits].join(' '))}</span>
            <span
              aria-hidden="true"
              className="chart-digits text-ink-soft line-through decoration-ember decoration-3"
            >
              {from.digits}
            </span>
          </del>
          <span aria-hidden="true">→</span>
          <Digits digits={to.digits} />
        </p>
      )}
      {place(from) !== place(to) && (
        <p>
          {areDigitsSame ? texts.onlyPlace : texts.alsoPlace}{' '}
          <del className="text-ink-soft decoration-ember">{place(from)}</del> → {place(to)}
        </p>
      )}
      {reason !== null && <p className="wrap-anywhere">{messages.draw.reason(reason)}</p>}
    </div>
  );
}

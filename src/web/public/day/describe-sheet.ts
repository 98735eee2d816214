/** Collects what the sheet of a day shows: the same as its page. */
import type { Draw } from '../../../contract/draws.ts';
import { digitsTextOf } from '../../../core/digits.ts';
import type { IstDate } from '../../../core/ist-time.ts';
import { type KnownRandomness, labelOf } from '../../../core/result-label.ts';
import { SLOTS, slotLabel } from '../../../core/slots.ts';
import type { DaySheet, SheetCorrection, SheetResult } from '../../../server/http/sheets/day-sheet.ts';
import { correctionTextsOf } from '../../components/correction-texts.ts';
import { BEAD, EMBLEM_SIZE, HUB, PETAL, PETAL_TURNS, RIM } from '../../components/emblem-shape.ts';
import { clockTime, dayOf, longDate, weekday } from '../../i18n/dates.ts';
import { messagesFor } from '../../i18n/dictionaries.ts';
import { enSheet, type SheetMessages } from '../../i18n/en-sheet.ts';
import { type Language, pathIn } from '../../i18n/language.ts';
import { mlSheet } from '../../i18n/ml-sheet.ts';
import { lastChangeOf } from '../last-change.ts';

const SHEET_MESSAGES: Record<Language, SheetMessages> = { en: enSheet, ml: mlSheet };

type Messages = ReturnType<typeof messagesFor>['messages'] & { sheet: SheetMessages };

const EMBLEM: DaySheet['emblem'] = {
  size: EMBLEM_SIZE,
  petal: PETAL,
  petals: PETAL_TURNS.length,
  bead: BEAD,
  rim: RIM,
  hub: HUB,
};

const spaced = (digits: string): string => [...digits].join(' ');

/** The newest first, as on the page. */
const correctionsOf = (draw: Draw, messages: Messages): SheetCorrection[] =>
  correctionTextsOf(draw, messages).map(({ title, former, reason }) => ({
    title,
    former: former === null ? null : { digits: former, spoken: messages.draw.former(spaced(former)) },
    notes: [...(former === null ? [messages.draw.sameDigits] : []), ...(reason === null ? [] : [reason])],
  }));

function sheetResult(draw: Draw, randomness: KnownRandomness, messages: Messages): SheetResult {
  const { date, drawNo, publishedAt } = draw;
  const result = digitsTextOf(draw);
  const [day, time] = [dayOf(publishedAt), clockTime(publishedAt)];
  return {
    drawNo,
    result: { digits: result, spoken: messages.draw.digits(spaced(result)) },
    published:
      day === date
        ? messages.sheet.published(time)
        : messages.drawPage.publishedAt(time, longDate(day, messages)),
    label: messages.draw.labels[labelOf(draw, randomness)],
    corrections: correctionsOf(draw, messages),
  };
}

export interface SheetOfDay {
  date: IstDate;
  draws: readonly Draw[];
  randomness: KnownRandomness;
  /** The address of the sheet. */
  url: URL;
  baseUrl: string;
}

/** Depends on the published results only, not on the current time: the same results give the same bytes. */
export function describeSheet({ date, draws, randomness, url, baseUrl }: SheetOfDay): DaySheet {
  const { language, messages: dictionary } = messagesFor(url);
  const messages: Messages = { ...dictionary, sheet: SHEET_MESSAGES[language] };
  const name = longDate(date, messages);
  const address = baseUrl + pathIn(language, `/results/${date}`);
  const changed = lastChangeOf(draws);
  return {
    language: `${language}-IN`,
    title: messages.dayPage.title(name),
    productName: messages.productName,
    emblem: EMBLEM,
    subtitle: messages.sheet.kind,
    date: name,
    weekday: weekday(date, messages),
    rows: SLOTS.map((slot) => {
      const draw = draws.find((candidate) => candidate.slot === slot);
      return {
        slot: slotLabel(slot),
        result: draw ? sheetResult(draw, randomness, messages) : messages.sheet.notPublished,
      };
    }),
    address,
    codeLabel: messages.sheet.code(address),
    notes: [
      messages.sheet.asOf(clockTime(changed), longDate(dayOf(changed), messages)),
      messages.footer.disclaimer,
      messages.footer.care.join(' · '),
    ],
    pageNumber: messages.sheet.pageNumber,
    changedAt: new Date(changed),
  };
}

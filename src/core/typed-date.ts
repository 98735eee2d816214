/** Reads a date that a visitor typed, in one of the spellings in use in India. */
import { toLatinDigits } from './digits.ts';
import { type IstDate, isIstDate } from './ist-time.ts';
import { foldForSearch } from './text-search.ts';

/** In both languages; a beginning of three or more letters is enough if it names one month only. */
const MONTHS: readonly (readonly string[])[] = [
  ['january', 'ജനുവരി'],
  ['february', 'ഫെബ്രുവരി'],
  ['march', 'മാർച്ച്'],
  ['april', 'ഏപ്രിൽ'],
  ['may', 'മേയ്', 'മെയ്'],
  ['june', 'ജൂൺ'],
  ['july', 'ജൂലൈ'],
  ['august', 'ഓഗസ്റ്റ്', 'ആഗസ്റ്റ്'],
  ['september', 'സെപ്റ്റംബർ'],
  ['october', 'ഒക്ടോബർ'],
  ['november', 'നവംബർ'],
  ['december', 'ഡിസംബർ'],
];

const MIN_NAME_LENGTH = 3;

interface DateParts {
  day: string;
  month: string;
  /** Empty if none was typed. */
  year: string;
}

/** Two numbers alone need a slash or a full stop: `14-11` may be part of a draw number. */
const NUMERIC = [
  /^(?<year>\d{4})[-/. ](?<month>\d{1,2})[-/. ](?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})[-/. ](?<month>\d{1,2})[-/. ](?<year>\d{4}|\d{2})$/,
  /^(?<day>\d{1,2})[/.](?<month>\d{1,2})(?<year>)$/,
];

/** `14 nov`, `14th november, 2026`, `november 14 26`, `2026 മാർച്ച് 12`; also with hyphens and slashes. */
const NAMED = [
  /^(?<day>\d{1,2})(?:st|nd|rd|th)? (?<month>\D+?)(?: (?<year>\d{4}|\d{2}))?$/,
  /^(?<month>\D+?) (?<day>\d{1,2})(?:st|nd|rd|th)?(?: (?<year>\d{4}|\d{2}))?$/,
  /^(?<year>\d{4}) (?<month>\D+?) (?<day>\d{1,2})$/,
];

function monthNumber(name: string): string | null {
  if (name.length < MIN_NAME_LENGTH) return null;
  const found = MONTHS.flatMap((names, index) =>
    names.some((known) => known.startsWith(name)) ? [index] : [],
  );
  return found.length === 1 ? String((found[0] ?? 0) + 1) : null;
}

function matchParts(text: string, patterns: readonly RegExp[]): DateParts | null {
  for (const pattern of patterns) {
    const groups = pattern.exec(text)?.groups;
    if (groups) return { day: groups['day'] ?? '', month: groups['month'] ?? '', year: groups['year'] ?? '' };
  }
  return null;
}

function readParts(text: string): DateParts | null {
  const numeric = matchParts(text, NUMERIC);
  if (numeric) return numeric;
  const named = matchParts(text.replace(/[-/.,\s]+/g, ' ').trim(), NAMED);
  const month = named && monthNumber(named.month);
  return month ? { ...named, month } : null;
}

const toDate = (year: number, month: string, day: string): IstDate =>
  `${String(year).padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** 29 February is at most eight years ago. */
const MAX_YEARS_AGO = 8;

/** The most recent such day; null if there is none. */
function mostRecent(month: string, day: string, today: IstDate): IstDate | null {
  const thisYear = Number(today.slice(0, 4));
  for (let year = thisYear; year >= thisYear - MAX_YEARS_AGO; year -= 1) {
    const date = toDate(year, month, day);
    if (isIstDate(date) && date <= today) return date;
  }
  return null;
}

/**
 * Day before month, or the year first. Without a year it is the most recent such day; two digits are a year of this
 * century. Null if the text is not a date, or not a day of the calendar.
 */
export function readTypedDate(text: string, today: IstDate): IstDate | null {
  const parts = readParts(foldForSearch(toLatinDigits(text)));
  if (!parts) return null;
  const { day, month, year } = parts;
  if (year === '') return mostRecent(month, day, today);
  const date = toDate(Number(year) + (year.length === 2 ? 2_000 : 0), month, day);
  return isIstDate(date) ? date : null;
}

/** Whether the text has the shape of a date, even of one that does not exist. */
export const looksLikeDate = (text: string): boolean =>
  readParts(foldForSearch(toLatinDigits(text))) !== null;

/** Indian Standard Time, computed without the time zone of the machine. */

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;
/** A calendar day in IST, `YYYY-MM-DD`. */
export type IstDate = string;
/** A time of day in IST, `HH:MM`. */
export type TimeOfDay = string;
/** A calendar month in IST, `YYYY-MM`. */
export type IstMonth = string;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** India has kept this offset, without daylight saving, since 1945. */
const IST_OFFSET = 5 * HOUR + 30 * MINUTE;

/** The supported years: every draw number contains a year of four digits. */
const FIRST_DATE: IstDate = '1970-01-01';
const LAST_DATE: IstDate = '9999-12-31';

const TIME_PATTERN = /^([01]\d|2[0-3]):[0-5]\d$/;
const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

const istText = (instant: Instant): string => new Date(instant + IST_OFFSET).toISOString();

export const istDateOf = (instant: Instant): IstDate => istText(instant).slice(0, 10);

export const istTimeOf = (instant: Instant): TimeOfDay => istText(instant).slice(11, 16);

/** The first instant of the given minute in IST. */
export const instantOf = (date: IstDate, time: TimeOfDay = '00:00'): Instant =>
  Date.parse(`${date}T${time}:00.000Z`) - IST_OFFSET;

export function isIstDate(text: string): boolean {
  if (!DATE_PATTERN.test(text) || text < FIRST_DATE || text > LAST_DATE) return false;
  const parsed = Date.parse(`${text}T00:00:00.000Z`);
  // JavaScript turns 30 February into 2 March, so the day is compared after a round trip.
  return !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(text);
}

export const isIstMonth = (text: string): boolean => /^\d{4}-\d{2}$/.test(text) && isIstDate(`${text}-01`);

export const isTimeOfDay = (text: string): boolean => TIME_PATTERN.test(text);

export const addDays = (date: IstDate, days: number): IstDate => istDateOf(instantOf(date) + days * DAY);

export const monthOf = (date: IstDate): IstMonth => date.slice(0, 7);

/** 0 is Sunday. */
export const weekdayOf = (date: IstDate): number => new Date(`${date}T00:00:00Z`).getUTCDay();

/** The next instant strictly after `now` at which an IST clock reads `time`. */
export function nextInstantAt(now: Instant, time: TimeOfDay): Instant {
  const today = instantOf(istDateOf(now), time);
  return today > now ? today : today + DAY;
}

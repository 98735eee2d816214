/** The phase of a draw at an instant, countdowns, and how long a result is new or not yet overdue. */
import { DAY, HOUR, type Instant, type IstDate, instantOf, istDateOf, MINUTE, SECOND } from './ist-time.ts';
import { SLOTS, type Slot } from './slots.ts';

export type Phase = 'waiting' | 'live' | 'revealed';

export const drawInstant = (date: IstDate, slot: Slot): Instant => instantOf(date, slot);

/** Both the end of the live phase and automatic publication follow from this instant. */
export const revealInstant = (date: IstDate, slot: Slot, delayMinutes: number): Instant =>
  drawInstant(date, slot) + delayMinutes * MINUTE;

export function phaseAt(now: Instant, drawAt: Instant, revealAt: Instant): Phase {
  if (now < drawAt) return 'waiting';
  return now < revealAt ? 'live' : 'revealed';
}

/** The next instant at which the phase of any draw changes, or a new day begins. */
export function nextPhaseChange(now: Instant, delayMinutes: number): Instant {
  const today = istDateOf(now);
  const moments = SLOTS.flatMap((slot) => [
    drawInstant(today, slot),
    revealInstant(today, slot, delayMinutes),
  ]);
  return Math.min(instantOf(today) + DAY, ...moments.filter((moment) => moment > now));
}

export interface Countdown {
  hours: number;
  minutes: number;
  seconds: number;
}

/** Seconds are rounded up, so that a countdown shows zero at the target and not before. */
export function countdownTo(target: Instant, now: Instant): Countdown {
  const left = Math.max(0, Math.ceil((target - now) / SECOND)) * SECOND;
  return {
    hours: Math.floor(left / HOUR),
    minutes: Math.floor((left % HOUR) / MINUTE),
    seconds: Math.floor((left % MINUTE) / SECOND),
  };
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

type Units = Readonly<Record<keyof Countdown, string>>;

const LATIN_UNITS: Units = { hours: 'h', minutes: 'm', seconds: 's' };

/** `01h 12m 09s`, or with the units of another language. */
export const countdownText = ({ hours, minutes, seconds }: Countdown, units = LATIN_UNITS): string =>
  `${twoDigits(hours)}${units.hours} ${twoDigits(minutes)}${units.minutes} ${twoDigits(seconds)}${units.seconds}`;

/** A result that is later than this is overdue. */
export const OVERDUE_AFTER = 5 * MINUTE;

/** In the last second, "soon" or "any moment" replaces the countdown. */
export const isImminent = (target: Instant, now: Instant): boolean => target - now <= SECOND;

/** How long a result counts as new. */
export const NEW_FOR = 5 * MINUTE;

export const isNewAt = (publishedAt: Instant, now: Instant): boolean => now - publishedAt <= NEW_FOR;

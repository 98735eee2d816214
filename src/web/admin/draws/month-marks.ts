/** The days of a month with a mark for each of the five draws of a day. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { addDays, type IstDate, type IstMonth, monthOf } from '../../../core/ist-time.ts';
import { SLOTS } from '../../../core/slots.ts';
import { isEntered } from './draw-state-badge.tsx';

/** `none`: no draw, and it is not missing because the day has not come. */
const MARKS = ['published', 'entered', 'random', 'held', 'missing', 'none'] as const;
export type Mark = (typeof MARKS)[number];

export interface MarkedDay {
  date: IstDate;
  /** In the order of the slots. */
  marks: Mark[];
}

export function daysOfMonth(month: IstMonth): IstDate[] {
  const days: IstDate[] = [];
  for (let day = `${month}-01`; monthOf(day) === month; day = addDays(day, 1)) days.push(day);
  return days;
}

export const neighbourMonth = (month: IstMonth, step: 1 | -1): IstMonth =>
  monthOf(addDays(`${month}-01`, step === 1 ? 31 : -1));

export function markDays(month: IstMonth, draws: readonly AdminDraw[], today: IstDate): MarkedDay[] {
  const byPlace = new Map(draws.map((draw) => [`${draw.date} ${draw.slot}`, draw]));
  return daysOfMonth(month).map((date) => ({
    date,
    marks: SLOTS.map((slot) => markOf(byPlace.get(`${date} ${slot}`), date <= today)),
  }));
}

function markOf(draw: AdminDraw | undefined, isExpected: boolean): Mark {
  if (!draw) return isExpected ? 'missing' : 'none';
  if (draw.published) return 'published';
  if (draw.onHold) return 'held';
  return isEntered(draw) ? 'entered' : 'random';
}

const WORDS: Record<Exclude<Mark, 'none'>, string> = {
  published: 'published',
  entered: 'entered draft',
  random: 'random draft',
  held: 'on hold',
  missing: 'missing',
};

/** `3 published, 1 random draft, 1 missing`. */
export const marksText = (marks: readonly Mark[]): string =>
  MARKS.flatMap((mark) => {
    const count = marks.filter((each) => each === mark).length;
    return mark === 'none' || count === 0 ? [] : [`${count} ${WORDS[mark]}`];
  }).join(', ') || 'no draws';

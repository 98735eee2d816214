/** The rules of the model about seeds: when a day is committed, which drafts follow, and when seeds are opened. */
import type { NewModelDraw } from './expectation.ts';
import { digitsFrom } from './log-hashes.ts';
import {
  DAY,
  dateOf,
  HOUR,
  instantIn,
  MINUTE,
  type ModelDay,
  type ModelSeed,
  regularNumber,
  type SiteModel,
  shiftDate,
} from './site-model.ts';

const SECOND = 1_000;
const LONGEST_SECRET = 23 * HOUR;

/** The days that a node commits which runs now: none while the log is ahead of the clock by days. */
export function daysToCommit(model: SiteModel, now: number): ModelDay[] {
  const today = dateOf(now);
  if (model.days.has(today) && model.days.has(shiftDate(today, 1))) return [];
  const at = model.logTimeAt(now);
  return [dateOf(at), shiftDate(dateOf(at), 1)]
    .filter((date) => !model.days.has(date))
    .flatMap((date) => dayCommittedAt(model, date, at) ?? []);
}

/** What a commitment at that time says about the day; null if the day cannot be committed then. */
export function dayCommittedAt(model: SiteModel, date: string, at: number): ModelDay | null {
  const isToday = date === dateOf(at);
  if (!isToday && date !== shiftDate(dateOf(at), 1)) return null;
  const draftsFrom = isToday ? at : instantIn(date, model.settings.generateTime);
  const day: ModelDay = {
    date,
    draftsFrom,
    chain: '',
    round: 0,
    beacon: 'none',
    signature: null,
    preparedAt: null,
  };
  if (isToday || !model.beacon) return day;
  const { id: chain, genesis, period } = model.beacon;
  const periods = Math.floor((draftsFrom / SECOND - genesis) / period);
  const isRoundSecret = (genesis + periods * period) * SECOND > at;
  return isRoundSecret ? { ...day, chain, round: periods + 1, beacon: 'awaited' } : day;
}

/** Whether an unpublished random draft has the digits, changed or not. */
const isSecret = (model: SiteModel, digits: string): boolean =>
  model
    .list()
    .some(
      (draw) =>
        !draw.published &&
        draw.digits === digits &&
        (draw.provenance === 'generated' || draw.provenance === 'edited'),
    );

/** When the seed is opened unless its result is published before. */
export function openingAt(model: SiteModel, { drawNo, date, slot, seed }: ModelSeed): number {
  const day = model.days.get(date);
  const slotAt = instantIn(date, slot);
  const digits = day && day.preparedAt !== null ? digitsFrom({ date, slot, drawNo }, day, seed) : null;
  if (digits !== null && isSecret(model, digits)) return slotAt + LONGEST_SECRET;
  const resultAt = slotAt + model.settings.publishDelay * MINUTE;
  return digits !== null ? resultAt : Math.max(resultAt, instantIn(date, '00:00') + DAY);
}

export const unopenedSeeds = (model: SiteModel): ModelSeed[] =>
  [...model.seeds.values()].filter(({ openedAt }) => openedAt === null);

export const nextOpeningAfter = (model: SiteModel, now: number): number =>
  Math.min(
    ...unopenedSeeds(model)
      .map((seed) => openingAt(model, seed))
      .filter((at) => at > now),
  );

export const isTooEarly = ({ draftsFrom, beacon }: ModelDay, now: number): boolean =>
  now < draftsFrom || beacon === 'awaited';

/** The drafts that can be created for a day: the same digits whenever they are. */
export function missingDrafts(model: SiteModel, date: string): NewModelDraw[] {
  const day = model.days.get(date);
  return model.freeSlots(date).flatMap((slot) => {
    const drawNo = regularNumber(date, slot);
    const seed = model.seeds.get(drawNo);
    if (!day || !seed || seed.openedAt !== null) return [];
    const digits = digitsFrom({ date, slot, drawNo }, day, seed.seed);
    return isSecret(model, digits) ? [] : [{ date, slot, drawNo, digits, published: false }];
  });
}

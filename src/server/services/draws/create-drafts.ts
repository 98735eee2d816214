/** Creates the drafts of a day from its seeds: all of them by automation, the missing ones on request. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { type Actor, SYSTEM } from '../../../core/actor.ts';
import { missingSlots, slotsToGenerate } from '../../../core/automation.ts';
import { HOUR, type IstDate, istTimeOf } from '../../../core/ist-time.ts';
import { newRandomDraft } from '../../../core/publication.ts';
import { type Slot, timeLabel } from '../../../core/slots.ts';
import { AppError } from '../../errors.ts';
import { newDrawRow, toAdminDraw } from '../../storage/draws/draw-rows.ts';
import { insertDrawsWhereFree, readSlotsTaken, wasPublishedAfter } from '../../storage/draws/draws-store.ts';
import {
  findSeedDay,
  readSeedsOfDay,
  type SeedDay,
  updateSeedDay,
} from '../../storage/public-log/seeds-store.ts';
import { newId, type ServiceContext } from '../context.ts';
import { commitDaysIn } from '../public-log/commit-days.ts';
import { readSeedDigits } from '../public-log/seed-digits.ts';
import { type DrawChangeContext, performOnDraws } from './perform-on-draws.ts';

/**
 * Creates five drafts for a day without draws, otherwise none. Also none while it is too early, and when a result was
 * published after now: the clock was set back, and the drafts could become results of a past day.
 */
export const generateDrafts = (services: ServiceContext, date: IstDate): Promise<AdminDraw[]> =>
  performOnDraws(services, SYSTEM, async (change) => {
    const { tx, now } = change;
    if (await wasPublishedAfter(tx, now + HOUR)) return [];
    const day = await findOrCommitDay(services, change, date);
    if (!day || isTooEarly(day, now)) return [];
    if (day.prepared_at === null) await updateSeedDay(tx, date, { prepared_at: now });
    return createDrafts(services, change, day, slotsToGenerate(await readSlotsTaken(tx, date)));
  });

/** The "Create drafts" button. A slot whose seed was opened can only be entered. */
export const createMissingDrafts = (
  services: ServiceContext,
  date: IstDate,
  actor: Actor,
): Promise<AdminDraw[]> =>
  performOnDraws(services, actor, async (change) => {
    const day = await findOrCommitDay(services, change, date);
    if (!day || isTooEarly(day, change.now))
      throw new AppError('drafts-too-early', { detail: waitText(day) });
    return createDrafts(services, change, day, missingSlots(await readSlotsTaken(change.tx, date)));
  });

async function findOrCommitDay(
  services: ServiceContext,
  { tx, publicLog }: DrawChangeContext,
  date: IstDate,
): Promise<SeedDay | undefined> {
  const day = await findSeedDay(tx, date);
  if (day) return day;
  await commitDaysIn(tx, services, publicLog);
  return findSeedDay(tx, date);
}

const isTooEarly = ({ drafts_from, beacon }: SeedDay, now: number): boolean =>
  now < drafts_from || beacon === 'awaited';

const waitText = (day: SeedDay | undefined): string =>
  day
    ? `The drafts of this day are made from ${timeLabel(istTimeOf(day.drafts_from))} on, once the public beacon is known. Results can be entered before.`
    : 'The drafts of this day cannot be made. Results can be entered.';

async function createDrafts(
  services: ServiceContext,
  { tx, now, recordDraw }: DrawChangeContext,
  day: SeedDay,
  slots: readonly Slot[],
): Promise<AdminDraw[]> {
  const seeds = (await readSeedsOfDay(tx, day.date)).filter(
    ({ slot, opened_at }) => slots.includes(slot) && opened_at === null,
  );
  const drafts = await readSeedDigits(
    tx,
    seeds.map((seed) => ({ ...seed, chain: day.chain, round: day.round, signature: day.signature })),
  );
  const rows = drafts
    // Staff moved or renumbered the slot's draft: a second draft with its digits would reveal them.
    .filter(({ areSecret }) => !areSecret)
    .map(({ seed: { date, slot, draw_no: drawNo }, digits }) => {
      const publication = newRandomDraft({ date, slot, drawNo, digits });
      return newDrawRow({ id: newId(services), publication, now });
    });
  if (rows.length === 0) return [];
  const created = await insertDrawsWhereFree(tx, rows);
  for (const after of created) await recordDraw('Created draft', { before: null, after });
  return created.map(toAdminDraw);
}

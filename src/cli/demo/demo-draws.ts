/** The draws of a day of the demo, made by the services that automation and the panel use. */
import type { AdminDraw } from '../../contract/draws.ts';
import type { Actor } from '../../core/actor.ts';
import { randomDigits } from '../../core/digits.ts';
import { type Instant, type IstDate, instantOf, MINUTE, SECOND } from '../../core/ist-time.ts';
import { revealInstant } from '../../core/phase.ts';
import { BEACON_DEADLINE } from '../../core/public-log/committed-days.ts';
import { DEFAULT_GENERATE_TIME, DEFAULT_PUBLISH_DELAY_MINUTES } from '../../core/schedule.ts';
import type { ServiceContext } from '../../server/services/context.ts';
import { generateDrafts } from '../../server/services/draws/create-drafts.ts';
import { createDraw, deleteDraw, editDraw } from '../../server/services/draws/draws.ts';
import { publishDraw, publishDueDraw, unpublishDraw } from '../../server/services/draws/publish-draw.ts';
import { commitDays } from '../../server/services/public-log/commit-days.ts';
import { openDueSeeds } from '../../server/services/public-log/open-seeds.ts';
import { recordBeacon } from '../../server/services/public-log/record-beacon.ts';
import { findSeedDay } from '../../server/storage/public-log/seeds-store.ts';

export interface DemoSite {
  services: ServiceContext;
  staff: Actor;
  /** When the visitor arrives: nothing happens later. */
  end: Instant;
  setClock(time: Instant): void;
}

/** Counted from the first day and draw, so that each demo has all of these. */
const hasNoBeacon = (day: number): boolean => day % 90 === 30;
const isEntered = (draw: number): boolean => draw % 43 === 0;
const isEdited = (draw: number): boolean => draw % 61 === 0;
const isCorrected = (draw: number): boolean => draw % 97 === 0;
const isWithdrawn = (draw: number): boolean => draw % 151 === 0;

export interface DemoDay {
  date: IstDate;
  /** Counts from 0. */
  number: number;
  /** The signature of the beacon's round. */
  signature: string;
}

export async function runDay(site: DemoSite, day: DemoDay): Promise<void> {
  const { services, end, setClock } = site;
  const { date } = day;
  setClock(instantOf(date));
  await commitDays(services, instantOf(date));
  const drafts = await makeDrafts(site, day);
  for (const [index, draft] of drafts.entries()) {
    const dueAt = revealInstant(date, draft.slot, DEFAULT_PUBLISH_DELAY_MINUTES);
    if (dueAt > end) return;
    await runDraw(site, draft, { dueAt, number: day.number * drafts.length + index + 1 });
  }
}

async function makeDrafts(
  { services, setClock }: DemoSite,
  { date, number, signature }: DemoDay,
): Promise<AdminDraw[]> {
  const isMissing = hasNoBeacon(number);
  setClock(instantOf(date, DEFAULT_GENERATE_TIME) + (isMissing ? BEACON_DEADLINE : SECOND));
  // Does nothing on the first day, which was committed too late for a beacon.
  const day = await findSeedDay(services.database.db, date);
  if (day) await recordBeacon(services, day, isMissing ? null : signature);
  return generateDrafts(services, date);
}

interface DemoDraw {
  dueAt: Instant;
  /** Counts from 1. */
  number: number;
}

async function runDraw(site: DemoSite, draft: AdminDraw, { dueAt, number }: DemoDraw): Promise<void> {
  const { services, staff, setClock } = site;
  setClock(dueAt - 30 * MINUTE);
  let { id } = draft;
  if (isEntered(number)) id = await enterInstead(site, draft);
  else if (isEdited(number)) await editDraw(services, { id, patch: newDigits(services) }, staff);
  setClock(dueAt);
  await publishDueDraw(services, id);
  // Otherwise the result has opened its seed.
  if (isEntered(number) || isEdited(number)) await openDueSeeds(services, dueAt);
  setClock(dueAt + 4 * MINUTE);
  if (isCorrected(number)) {
    const patch = { ...newDigits(services), reason: 'A digit was misread.' };
    await editDraw(services, { id, patch }, staff);
  }
  if (isWithdrawn(number)) {
    await unpublishDraw(services, { id }, staff);
    setClock(dueAt + 9 * MINUTE);
    await publishDraw(services, { id }, staff);
  }
}

async function enterInstead({ services, staff }: DemoSite, draft: AdminDraw): Promise<string> {
  await deleteDraw(services, { id: draft.id }, staff);
  const { date, slot, drawNo } = draft;
  const entered = { date, slot, drawNo, ...newDigits(services), published: false };
  return (await createDraw(services, entered, staff)).id;
}

function newDigits({ randomBytes }: ServiceContext) {
  const [digit1, digit2, digit3, digit4, digit5] = randomDigits(randomBytes);
  return { digit1, digit2, digit3, digit4, digit5 };
}

/** Seven days of an installation in which everything that the public log can tell has happened. */

import { createBeaconSigner } from '../../src/cli/demo/beacon-signer.ts';
import { addDays, HOUR, type IstDate, instantOf, MINUTE, SECOND } from '../../src/core/ist-time.ts';
import { drawInstant, revealInstant } from '../../src/core/phase.ts';
import { QUICKNET, roundAt } from '../../src/core/public-log/beacon-chain.ts';
import type { Slot } from '../../src/core/slots.ts';
import { openLog } from '../../src/server/public-log/open-log.ts';
import { generateDrafts } from '../../src/server/services/draws/create-drafts.ts';
import { createDraw, deleteDraw, editDraw } from '../../src/server/services/draws/draws.ts';
import { importDraws } from '../../src/server/services/draws/import-draws.ts';
import {
  holdDraft,
  publishDraw,
  publishDueDraw,
  unpublishDraw,
} from '../../src/server/services/draws/publish-draw.ts';
import { commitDays } from '../../src/server/services/public-log/commit-days.ts';
import { openDueSeeds } from '../../src/server/services/public-log/open-seeds.ts';
import { recordBeacon } from '../../src/server/services/public-log/record-beacon.ts';
import { readDay } from '../../src/server/storage/draws/draws-store.ts';
import { EDITOR, newDrawFor, type TestContext, TODAY } from './services-context.ts';
import { draftsAndResults, seedDraws, seedIdOf } from './storage-seed.ts';

/** The same digits in every run: no draft is made from a seed whose digits an older draft has by chance. */
export const signer = createBeaconSigner({ ...QUICKNET, seed: Buffer.alloc(48, 'tampering') });

/** The days of the log: the first has no beacon, because nobody committed it the day before. */
const DAYS = Array.from({ length: 8 }, (_, day) => addDays(TODAY, day));
export const dayOf = (index: number): IstDate => DAYS[index] ?? '';
const OLD_DAYS = 42;
const FIRST_OLD = addDays(TODAY, -OLD_DAYS - 1);
export const PUBLISH_DELAY = 15;

async function idAt({ database }: TestContext, date: IstDate, slot: Slot): Promise<string> {
  const draw = (await readDay(database.db, date)).find((other) => other.slot === slot);
  if (!draw) throw new Error(`no draw of ${date} ${slot}`);
  return draw.id;
}

/** What automation does at the time of a result. */
export async function reveal(site: TestContext, date: IstDate, ...slots: Slot[]): Promise<void> {
  for (const slot of slots) {
    const at = revealInstant(date, slot, PUBLISH_DELAY);
    site.setTime(at);
    const draw = (await readDay(site.database.db, date)).find((other) => other.slot === slot);
    if (draw) await publishDueDraw(site, draw.id);
    await openDueSeeds(site, at);
  }
}

/** What automation does in the morning: the drafts of the day, and the commitments of the next one. */
export async function startDay(
  site: TestContext,
  date: IstDate,
  beacon: 'reached' | 'missing',
): Promise<void> {
  const generateAt = instantOf(date, '06:00');
  site.setTime(generateAt - HOUR);
  await commitDays(site, generateAt - HOUR);
  await openDueSeeds(site, generateAt - HOUR);
  const readyAt = generateAt + (beacon === 'reached' ? 2 * SECOND : MINUTE + 3 * SECOND);
  site.setTime(readyAt);
  const round = roundAt(signer.chain, generateAt);
  const signature = beacon === 'reached' ? signer.sign(round) : null;
  await recordBeacon(site, { date, chain: signer.chain.id, round }, signature);
  await generateDrafts(site, date);
}

async function beforeTheLog(site: TestContext): Promise<void> {
  site.setTime(instantOf(TODAY, '08:00'));
  const old = draftsAndResults(FIRST_OLD, OLD_DAYS);
  await seedDraws(site.database, old);
  // Otherwise a server would publish them late.
  for (const draw of old.filter(({ published }) => !published)) {
    await holdDraft(site, { id: seedIdOf(draw) }, EDITOR);
  }
  await unpublishDraw(site, { id: seedIdOf({ date: FIRST_OLD, slot: '10:00' }) }, EDITOR);
  await editDraw(
    site,
    { id: seedIdOf({ date: FIRST_OLD, slot: '12:00' }), patch: { digit1: '9', reason: 'typing' } },
    EDITOR,
  );
}

async function firstDay(site: TestContext): Promise<void> {
  const date = dayOf(0);
  site.setTime(instantOf(date, '09:00'));
  await openLog(site);
  await commitDays(site, site.clock.now());
  await generateDrafts(site, date);
  await reveal(site, date, '10:00');
  await editDraw(site, { id: await idAt(site, date, '12:00'), patch: { drawNo: 'SC-CHANGED' } }, EDITOR);
  await reveal(site, date, '12:00');
  await deleteDraw(site, { id: await idAt(site, date, '14:00') }, EDITOR);
  await reveal(site, date, '14:00');
  await createDraw(site, newDrawFor('14:00', '24680', { date, published: true }), EDITOR);
  await reveal(site, date, '17:00', '19:00');
}

async function correctedDay(site: TestContext): Promise<void> {
  const date = dayOf(1);
  await startDay(site, date, 'reached');
  await reveal(site, date, '10:00', '12:00');
  site.setTime(instantOf(date, '12:30'));
  const corrected = await idAt(site, date, '12:00');
  await editDraw(site, { id: corrected, patch: { drawNo: 'SC-MISREAD', reason: 'misread' } }, EDITOR);
  await reveal(site, date, '14:00');
  const again = { id: await idAt(site, date, '14:00') };
  await unpublishDraw(site, again, EDITOR);
  site.setTime(instantOf(date, '14:30'));
  await publishDraw(site, again, EDITOR);
  await reveal(site, date, '17:00');
  const changed = await idAt(site, date, '17:00');
  await editDraw(site, { id: changed, patch: { published: false, drawNo: 'SC-WITHDRAWN' } }, EDITOR);
  site.setTime(instantOf(date, '17:40'));
  await publishDraw(site, { id: changed }, EDITOR);
  await reveal(site, date, '19:00');
  await deleteDraw(site, { id: await idAt(site, date, '19:00') }, EDITOR);
  await createDraw(site, newDrawFor('19:00', '97531', { date, published: true }), EDITOR);
}

async function dayWithMissingBeacon(site: TestContext): Promise<void> {
  const date = dayOf(2);
  await startDay(site, date, 'missing');
  await reveal(site, date, '10:00', '12:00', '14:00', '17:00', '19:00');
  await unpublishDraw(site, { id: await idAt(site, date, '17:00') }, EDITOR);
}

async function dayWithImport(site: TestContext): Promise<void> {
  const date = dayOf(3);
  await startDay(site, date, 'reached');
  const row = { date: '2020-01-01', digits: ['1', '2', '3', '4', '5'] } as const;
  const rows = [
    { ...row, slot: '10:00', drawNo: 'OLD-1', published: true },
    { ...row, slot: '12:00', drawNo: 'OLD-2', published: true },
    { ...row, slot: '14:00', drawNo: 'OLD-3', published: false },
  ] as const;
  await importDraws(site, rows, EDITOR);
  await holdDraft(site, { id: await idAt(site, date, '19:00') }, EDITOR);
  await editDraw(site, { id: await idAt(site, date, '12:00'), patch: { drawNo: 'SC-EDITED' } }, EDITOR);
  await reveal(site, date, '10:00', '12:00', '14:00', '17:00', '19:00');
  site.setTime(instantOf(date, '20:00'));
  await commitDays(site, site.clock.now());
}

/** Nobody makes drafts; what was held the day before is published after its seed was opened. */
async function dayWithoutDrafts(site: TestContext): Promise<void> {
  const opensAt = drawInstant(dayOf(3), '19:00') + 23 * HOUR;
  site.setTime(opensAt);
  await openDueSeeds(site, opensAt);
  site.setTime(opensAt + 10 * MINUTE);
  await publishDraw(site, { id: await idAt(site, dayOf(3), '19:00') }, EDITOR);
}

async function dayWithoutBeacon(site: TestContext): Promise<void> {
  const date = dayOf(5);
  await startDay(site, date, 'missing');
  await createDraw(site, newDrawFor('10:00', '11223', { date: dayOf(7) }), EDITOR);
  await reveal(site, date, '10:00', '12:00', '14:00', '17:00', '19:00');
}

async function lastMorning(site: TestContext): Promise<void> {
  const date = dayOf(6);
  await startDay(site, date, 'reached');
  await reveal(site, date, '10:00', '12:00');
  site.setTime(instantOf(date, '12:45'));
}

/** In order. Each of them begins where the one before it has ended. */
export const STAGES = {
  beforeTheLog,
  firstDay,
  correctedDay,
  dayWithMissingBeacon,
  dayWithImport,
  dayWithoutDrafts,
  dayWithoutBeacon,
  lastMorning,
};

export type Stage = keyof typeof STAGES;

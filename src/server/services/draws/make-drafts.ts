/** Making a day's drafts: all of them by automation, the missing ones when a person asks. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { type Actor, SYSTEM } from '../../../core/actor.ts';
import { missingSlots, slotsToGenerate } from '../../../core/automation.ts';
import { drawDigits } from '../../../core/digits.ts';
import { drawNumberFor } from '../../../core/draw-number.ts';
import { HOUR, type IstDate } from '../../../core/ist-time.ts';
import { newDraft } from '../../../core/publication.ts';
import type { Slot } from '../../../core/slots.ts';
import { newDrawRow, toAdminDraw } from '../../storage/draws/draw-rows.ts';
import { insertDrawsWhereFree, readSlotsTaken, wasPublishedAfter } from '../../storage/draws/draws-store.ts';
import { type Act, perform } from '../act.ts';
import { newId, type ServiceContext } from '../context.ts';
import { drawRecord } from './draw-record.ts';

/**
 * Automation's drafts: five for a day that has no draw, none otherwise. Where a result was published later than now,
 * the clock has been set back, and the drafts could become results of a day that is over.
 */
export const generateDrafts = (services: ServiceContext, date: IstDate): Promise<AdminDraw[]> =>
  makeDrafts(
    services,
    date,
    async ({ tx, now }) =>
      (await wasPublishedAfter(tx, now + HOUR)) ? [] : slotsToGenerate(await readSlotsTaken(tx, date)),
    SYSTEM,
  );

/** The "Create drafts" button. */
export const createMissingDrafts = (
  services: ServiceContext,
  date: IstDate,
  actor: Actor,
): Promise<AdminDraw[]> =>
  makeDrafts(services, date, async ({ tx }) => missingSlots(await readSlotsTaken(tx, date)), actor);

const makeDrafts = (
  services: ServiceContext,
  date: IstDate,
  chooseSlots: (act: Act) => Promise<Slot[]>,
  actor: Actor,
): Promise<AdminDraw[]> =>
  perform(services, actor, async (act) => {
    const { tx, now, record } = act;
    const slots = await chooseSlots(act);
    if (slots.length === 0) return [];
    const drafts = slots.map((slot) =>
      newDrawRow({
        id: newId(services),
        date,
        slot,
        drawNo: drawNumberFor(date, slot),
        digits: drawDigits(services.randomBytes),
        publication: newDraft('generated'),
        now,
      }),
    );
    const made = await insertDrawsWhereFree(tx, drafts);
    for (const after of made) await record(drawRecord('Created draft', { before: null, after }));
    return made.map(toAdminDraw);
  });

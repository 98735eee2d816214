/** Creates the drafts of a day: all of them by automation, the missing ones on request. */
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
import { newId, type ServiceContext } from '../context.ts';
import { type ChangeContext, perform } from '../perform.ts';
import { drawRecord } from './draw-record.ts';

/**
 * Creates five drafts for a day without draws, otherwise none. Also none when a result was published after now: the
 * clock was set back, and the drafts could become results of a past day.
 */
export const generateDrafts = (services: ServiceContext, date: IstDate): Promise<AdminDraw[]> =>
  createDrafts(
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
  createDrafts(services, date, async ({ tx }) => missingSlots(await readSlotsTaken(tx, date)), actor);

const createDrafts = (
  services: ServiceContext,
  date: IstDate,
  chooseSlots: (change: ChangeContext) => Promise<Slot[]>,
  actor: Actor,
): Promise<AdminDraw[]> =>
  perform(services, actor, async (change) => {
    const { tx, now, record } = change;
    const slots = await chooseSlots(change);
    if (slots.length === 0) return [];
    const drafts = slots.map((slot) =>
      newDrawRow({
        id: newId(services),
        date,
        slot,
        drawNo: drawNumberFor(date, slot),
        publication: newDraft('generated', drawDigits(services.randomBytes)),
        now,
      }),
    );
    const created = await insertDrawsWhereFree(tx, drafts);
    for (const after of created) await record(drawRecord('Created draft', { before: null, after }));
    return created.map(toAdminDraw);
  });

/** Staff enter, change and delete draws: digits, date and slot, number, published or not. */
import type { AdminDraw, DrawPatch, NewDraw } from '../../../contract/draws.ts';
import type { Actor } from '../../../core/actor.ts';
import { type Digits, digitsFromText, digitsToText } from '../../../core/digits.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { drawInstant } from '../../../core/phase.ts';
import {
  changeDigits,
  newDraft,
  type PublicationState,
  publish,
  unpublish,
} from '../../../core/publication.ts';
import { AppError } from '../../errors.ts';
import {
  type DrawRow,
  newDrawRow,
  publicationColumns,
  publicationOf,
  toAdminDraw,
} from '../../storage/draws/draw-rows.ts';
import { findDrawRow, insertDraws, removeDraw, updateDraw } from '../../storage/draws/draws-store.ts';
import { newId, type ServiceContext } from '../context.ts';
import { expectRow, type RowTarget } from '../expectations.ts';
import { perform } from '../perform.ts';
import { expectFreeSlot, refusingConflicts } from './draw-conflicts.ts';
import { drawRecord } from './draw-record.ts';

export const createDraw = (services: ServiceContext, input: NewDraw, actor: Actor): Promise<AdminDraw> =>
  refusingConflicts(
    perform(services, actor, async ({ tx, now, record }) => {
      await expectFreeSlot(tx, input.date, input.slot);
      const draft = newDraft('entered', digitsIn(input));
      const after = newDrawRow({
        id: newId(services),
        date: input.date,
        slot: input.slot,
        drawNo: input.drawNo,
        publication: input.published ? publish(draft, now) : draft,
        now,
      });
      await insertDraws(tx, [after]);
      await record(drawRecord(input.published ? 'Created result' : 'Created draft', { before: null, after }));
      return toAdminDraw(after);
    }),
  );

export interface DrawEdit extends RowTarget {
  patch: DrawPatch;
}

export const editDraw = (
  services: ServiceContext,
  { id, expectedEtag, patch }: DrawEdit,
  actor: Actor,
): Promise<AdminDraw> =>
  refusingConflicts(
    perform(services, actor, async ({ tx, now, record }) => {
      const before = expectRow(await findDrawRow(tx, id), expectedEtag);
      const edited = applyPatch(before, patch, now);
      if (isSame(before, edited)) return toAdminDraw(before);
      if (edited.draw_at !== before.draw_at) await expectFreeSlot(tx, edited.date, edited.slot);
      const after = await updateDraw(tx, id, { ...edited, updated_at: now });
      await record(
        drawRecord(actionOf(before, after), { before, after }, patch.reason ? { reason: patch.reason } : {}),
      );
      return toAdminDraw(after);
    }),
  );

type EditableColumns = Omit<DrawRow, 'id' | 'version' | 'created_at' | 'updated_at' | 'import_id'>;

function applyPatch(row: DrawRow, patch: DrawPatch, now: Instant): EditableColumns {
  const { date = row.date, slot = row.slot, drawNo = row.draw_no } = patch;
  return {
    date,
    slot,
    draw_no: drawNo,
    draw_at: drawInstant(date, slot),
    ...publicationColumns(patchPublication(publicationOf(row), patch, now)),
  };
}

/** Unpublishes first and publishes last: the public must not see, nor a correction contain, digits in between. */
function patchPublication(state: PublicationState, patch: DrawPatch, now: Instant): PublicationState {
  const changed = changeDigits(patch.published === false ? unpublish(state) : state, {
    digits: digitsIn(patch, state.digits),
    reason: patch.reason,
    now,
  });
  return patch.published ? publish(changed, now) : changed;
}

const isSame = (row: DrawRow, edited: EditableColumns): boolean =>
  Object.entries(edited).every(([column, value]) => row[column as keyof EditableColumns] === value);

function actionOf(before: DrawRow, after: DrawRow): string {
  const [former, digits] = [publicationOf(before).digits, publicationOf(after).digits];
  const hasNewDigits = digitsToText(former) !== digitsToText(digits);
  if (hasNewDigits && after.provenance === 'corrected') return 'Corrected result';
  if (before.published !== after.published)
    return after.published ? 'Published result' : 'Unpublished result';
  return after.published ? 'Edited result' : 'Edited draft';
}

type DigitFields = Pick<DrawPatch, 'digit1' | 'digit2' | 'digit3' | 'digit4' | 'digit5'>;

/** Digits that were not sent do not change. */
function digitsIn(fields: DigitFields, former?: Digits): Digits {
  const sent = [fields.digit1, fields.digit2, fields.digit3, fields.digit4, fields.digit5];
  const digits = digitsFromText(sent.map((digit, place) => digit ?? former?.[place] ?? '').join(''));
  if (!digits) throw new AppError('invalid');
  return digits;
}

export const deleteDraw = (
  services: ServiceContext,
  { id, expectedEtag }: RowTarget,
  actor: Actor,
): Promise<void> =>
  perform(services, actor, async ({ tx, record }) => {
    const before = expectRow(await findDrawRow(tx, id), expectedEtag);
    await removeDraw(tx, id);
    await record(drawRecord(before.published ? 'Deleted result' : 'Deleted draft', { before, after: null }));
  });

/** Staff enter, change and delete draws: digits, date and slot, number, published or not. */
import type { AdminDraw, DrawPatch, NewDraw } from '../../../contract/draws.ts';
import type { Actor } from '../../../core/actor.ts';
import { digitsFromText } from '../../../core/digits.ts';
import type { Instant } from '../../../core/ist-time.ts';
import {
  changeResult,
  newEnteredDraft,
  type PublicationState,
  publish,
  unpublish,
} from '../../../core/publication.ts';
import { isSameResult } from '../../../core/result.ts';
import { AppError } from '../../errors.ts';
import { newSalt } from '../../public-log/logged-draws.ts';
import {
  changedColumns,
  type DrawRow,
  newDrawRow,
  publicationOf,
  toAdminDraw,
} from '../../storage/draws/draw-rows.ts';
import { findDrawRow, insertDraws, removeDraw, updateDraw } from '../../storage/draws/draws-store.ts';
import { newId, type ServiceContext } from '../context.ts';
import { expectRow, type RowTarget } from '../expectations.ts';
import { expectFreeSlot, refusingConflicts } from './draw-conflicts.ts';
import { performOnDraws } from './perform-on-draws.ts';

export const createDraw = (services: ServiceContext, input: NewDraw, actor: Actor): Promise<AdminDraw> =>
  refusingConflicts(
    performOnDraws(services, actor, async ({ tx, now, at, recordDraw }) => {
      const { date, slot, drawNo } = input;
      await expectFreeSlot(tx, date, slot);
      const draft = newEnteredDraft({ date, slot, drawNo, digits: digitsIn(input) }, newSalt(services));
      const publication = input.published ? publish(draft, at) : draft;
      const after = newDrawRow({ id: newId(services), publication, now });
      await insertDraws(tx, [after]);
      await recordDraw(input.published ? 'Created result' : 'Created draft', { before: null, after });
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
    performOnDraws(services, actor, async ({ tx, now, at, recordDraw }) => {
      const before = expectRow(await findDrawRow(tx, id), expectedEtag);
      const state = publicationOf(before);
      const edited = applyPatch(state, patch, { salt: newSalt(services), now: at });
      const changed = changedColumns(before, edited);
      if (Object.keys(changed).length === 0) return toAdminDraw(before);
      if (changed.draw_at !== undefined) await expectFreeSlot(tx, edited.result.date, edited.result.slot);
      const after = await updateDraw(tx, id, { ...changed, updated_at: now });
      const remarks = patch.reason ? { reason: patch.reason } : {};
      await recordDraw(actionOf(before, after), { before, after }, remarks);
      return toAdminDraw(after);
    }),
  );

/** Unpublishes first and publishes last: the public must not see, nor a correction contain, digits in between. */
function applyPatch(
  state: PublicationState,
  patch: DrawPatch,
  { salt, now }: { salt: string; now: Instant },
): PublicationState {
  const { date, slot, drawNo } = state.result;
  const result = {
    date: patch.date ?? date,
    slot: patch.slot ?? slot,
    drawNo: patch.drawNo ?? drawNo,
    digits: digitsIn(patch, state.result.digits),
  };
  const change = { result, reason: patch.reason, salt, now };
  const changed = changeResult(patch.published === false ? unpublish(state) : state, change);
  return patch.published ? publish(changed, now) : changed;
}

function actionOf(before: DrawRow, after: DrawRow): string {
  const isChanged = !isSameResult(publicationOf(before).result, publicationOf(after).result);
  if (isChanged && after.provenance === 'corrected') return 'Corrected result';
  if (before.published !== after.published)
    return after.published ? 'Published result' : 'Unpublished result';
  return after.published ? 'Edited result' : 'Edited draft';
}

type DigitFields = Pick<DrawPatch, 'digit1' | 'digit2' | 'digit3' | 'digit4' | 'digit5'>;

/** Digits that were not sent do not change. */
function digitsIn(fields: DigitFields, former = ''): string {
  const sent = [fields.digit1, fields.digit2, fields.digit3, fields.digit4, fields.digit5];
  const digits = sent.map((digit, place) => digit ?? former[place] ?? '').join('');
  if (!digitsFromText(digits)) throw new AppError('invalid');
  return digits;
}

export const deleteDraw = (
  services: ServiceContext,
  { id, expectedEtag }: RowTarget,
  actor: Actor,
): Promise<void> =>
  performOnDraws(services, actor, async ({ tx, recordDraw }) => {
    const before = expectRow(await findDrawRow(tx, id), expectedEtag);
    await removeDraw(tx, id);
    await recordDraw(before.published ? 'Deleted result' : 'Deleted draft', { before, after: null });
  });

/** Staff enter, change and delete draws: digits, date and slot, number, published or not. */
import type { AdminDraw, DrawPatch, NewDraw } from '../../../contract/draws.ts';
import type { Actor } from '../../../core/actor.ts';
import { enteredForApproval, NOTHING_TO_APPROVE, needsApproval } from '../../../core/approval.ts';
import type { Instant } from '../../../core/ist-time.ts';
import {
  changeResult,
  newEnteredDraft,
  type PublicationState,
  publish,
  unpublish,
} from '../../../core/publication.ts';
import { isSameResult, type Result } from '../../../core/result.ts';
import { AppError } from '../../errors.ts';
import { newSalt } from '../../public-log/logged-draws.ts';
import {
  approvalColumns,
  approvalOf,
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
import { digitsIn, resultIn } from './patched-result.ts';
import { performOnDraws } from './perform-on-draws.ts';
import { isApprovalOn, proposeEdit } from './propose-result.ts';

export const createDraw = (services: ServiceContext, input: NewDraw, actor: Actor): Promise<AdminDraw> =>
  refusingConflicts(
    performOnDraws(services, actor, async ({ tx, now, at, recordDraw }) => {
      const { date, slot, drawNo } = input;
      await expectFreeSlot(tx, date, slot);
      const result = { date, slot, drawNo, digits: digitsIn(input) };
      const isApprovalNeeded = await isApprovalOn(tx);
      if (isApprovalNeeded && input.published) throw new AppError('needs-approval');
      const by = { id: actor.id, name: actor.name };
      const approval = isApprovalNeeded ? enteredForApproval({ result, by, at: now }) : NOTHING_TO_APPROVE;
      const draft = newEnteredDraft(result, newSalt(services));
      const publication = input.published ? publish(draft, at) : draft;
      const after = newDrawRow({ id: newId(services), publication, approval, now });
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
    performOnDraws(services, actor, async (change) => {
      const { tx, now, at, recordDraw } = change;
      const before = expectRow(await findDrawRow(tx, id), expectedEtag);
      const state = publicationOf(before);
      if (await isApprovalOn(tx)) return toAdminDraw(await proposeEdit(change, before, { patch, actor }));
      const result = resultIn(patch, state.result);
      // Without approval an edit decides what was waiting.
      const approval = result ? NOTHING_TO_APPROVE : approvalOf(before);
      if (patch.published && needsApproval(approval)) throw new AppError('needs-approval');
      const edited = applyPatch(state, patch, { result, salt: newSalt(services), now: at });
      const changed = { ...changedColumns(before, edited), ...changedApproval(before, approval) };
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
  { result = state.result, salt, now }: { result: Result | undefined; salt: string; now: Instant },
): PublicationState {
  const change = { result, reason: patch.reason, salt, now };
  const changed = changeResult(patch.published === false ? unpublish(state) : state, change);
  return patch.published ? publish(changed, now) : changed;
}

const changedApproval = (row: DrawRow, approval: ReturnType<typeof approvalOf>) =>
  needsApproval(approvalOf(row)) && !needsApproval(approval) ? approvalColumns(approval) : {};

function actionOf(before: DrawRow, after: DrawRow): string {
  const isChanged = !isSameResult(publicationOf(before).result, publicationOf(after).result);
  if (isChanged && after.provenance === 'corrected') return 'Corrected result';
  if (before.published !== after.published)
    return after.published ? 'Published result' : 'Unpublished result';
  return after.published ? 'Edited result' : 'Edited draft';
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

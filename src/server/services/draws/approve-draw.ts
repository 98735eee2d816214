/** A second person approves or rejects what waits as a proposal. The author may only take it back. */
import type { AdminDraw } from '../../../contract/draws.ts';
import type { Actor } from '../../../core/actor.ts';
import {
  applyProposal,
  mayApprove,
  NOTHING_TO_APPROVE,
  type Proposal,
  rejectProposal,
} from '../../../core/approval.ts';
import { AppError } from '../../errors.ts';
import { newSalt } from '../../public-log/logged-draws.ts';
import {
  approvalColumns,
  approvalOf,
  changedColumns,
  type DrawRow,
  publicationOf,
  toAdminDraw,
} from '../../storage/draws/draw-rows.ts';
import { findDrawRow, updateDraw } from '../../storage/draws/draws-store.ts';
import type { Writer } from '../../storage/schema.ts';
import type { ServiceContext } from '../context.ts';
import { expectRow, type RowTarget } from '../expectations.ts';
import { expectFreeSlot, refusingConflicts } from './draw-conflicts.ts';
import { performOnDraws } from './perform-on-draws.ts';
import { approvalRemarks, rejectionRecord } from './proposal-record.ts';

/** Automation publishes an approved draft when it is due: at once, if it is. */
export const approveDrawProposal = (
  services: ServiceContext,
  target: RowTarget,
  actor: Actor,
): Promise<AdminDraw> =>
  refusingConflicts(
    performOnDraws(services, actor, async ({ tx, now, at, recordDraw }) => {
      const { row: before, proposal } = await expectProposal(tx, target);
      if (!mayApprove(proposal, actor.id)) throw new AppError('own-proposal');
      const approved = applyProposal(publicationOf(before), proposal, { salt: newSalt(services), now: at });
      const changed = changedColumns(before, approved);
      if (changed.draw_at !== undefined) await expectFreeSlot(tx, approved.result.date, approved.result.slot);
      const after = await updateDraw(tx, before.id, {
        ...changed,
        ...approvalColumns(NOTHING_TO_APPROVE),
        updated_at: now,
      });
      const action = before.published_at === null ? 'Approved result' : 'Approved correction';
      await recordDraw(action, { before, after }, approvalRemarks(proposal));
      return toAdminDraw(after);
    }),
  );

/** Of one's own proposal: takes it back. */
export const rejectDrawProposal = (
  services: ServiceContext,
  target: RowTarget,
  actor: Actor,
): Promise<AdminDraw> =>
  performOnDraws(services, actor, async ({ tx, now, record }) => {
    const { row: before, proposal } = await expectProposal(tx, target);
    const rejected = approvalColumns(rejectProposal(approvalOf(before)));
    const after = await updateDraw(tx, before.id, { ...rejected, updated_at: now });
    await record(rejectionRecord({ before, after }, proposal, actor));
    return toAdminDraw(after);
  });

async function expectProposal(
  tx: Writer,
  { id, expectedEtag }: RowTarget,
): Promise<{ row: DrawRow; proposal: Proposal }> {
  const row = expectRow(await findDrawRow(tx, id), expectedEtag);
  const { proposal } = approvalOf(row);
  if (!proposal) throw new AppError('no-proposal');
  return { row, proposal };
}

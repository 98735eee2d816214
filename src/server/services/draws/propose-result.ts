/** Changes of draws while approval is on: what people enter waits as a proposal, and the draw stays as it is. */
import type { DrawPatch } from '../../../contract/draws.ts';
import type { Actor } from '../../../core/actor.ts';
import { needsApproval, propose } from '../../../core/approval.ts';
import { DIGIT_FIELDS } from '../../../core/digits.ts';
import { type PublicationState, publish, unpublish } from '../../../core/publication.ts';
import type { Result } from '../../../core/result.ts';
import { AppError } from '../../errors.ts';
import {
  approvalColumns,
  approvalOf,
  changedColumns,
  type DrawRow,
  publicationOf,
} from '../../storage/draws/draw-rows.ts';
import { findTakenDraws, updateDraw } from '../../storage/draws/draws-store.ts';
import { readSettings } from '../../storage/operations/settings-store.ts';
import type { Reader } from '../../storage/schema.ts';
import { resultIn } from './patched-result.ts';
import type { DrawChangeContext } from './perform-on-draws.ts';
import { proposalRecord, rejectionRecord } from './proposal-record.ts';

export const isApprovalOn = async (db: Reader): Promise<boolean> =>
  (await readSettings(db)).settings.approval === 'entered';

export function refuseUnapproved(row: Pick<DrawRow, 'proposal' | 'unapproved'>): void {
  if (needsApproval(approvalOf(row))) throw new AppError('needs-approval');
}

interface ProposedEdit {
  patch: DrawPatch;
  actor: Actor;
}

/**
 * Parts that were not sent are those of the waiting proposal. Unpublishing needs no approval, nor does publishing a
 * draw without a change that waits.
 */
export async function proposeEdit(
  change: DrawChangeContext,
  before: DrawRow,
  { patch, actor }: ProposedEdit,
): Promise<DrawRow> {
  const { tx, now, at, record } = change;
  const { published, reason } = patch;
  const state = withPublished(publicationOf(before), published, at);
  const approval = approvalOf(before);
  const proposed = propose(approval, published === false ? state : publicationOf(before), {
    result: resultIn(patch, approval.proposal?.result ?? state.result),
    keptPlaces: DIGIT_FIELDS.flatMap((field, place) => (patch[field] === undefined ? [place] : [])),
    reason,
    by: { id: actor.id, name: actor.name },
    at: now,
  });
  if (published && (needsApproval(approval) || needsApproval(proposed)))
    throw new AppError('needs-approval', {
      detail: 'A changed result must be approved by somebody else before it is published.',
    });
  const row = await savePublication(change, before, state);
  if (proposed === approval) return row;
  if (proposed.proposal) await expectFreeSlotAndNumber(tx, row, proposed.proposal.result);
  const after = await updateDraw(tx, row.id, { ...approvalColumns(proposed), updated_at: now });
  const rows = { before: row, after };
  if (proposed.proposal) await record(proposalRecord(rows, proposed.proposal));
  else if (approval.proposal) await record(rejectionRecord(rows, approval.proposal, actor));
  return after;
}

function withPublished(
  state: PublicationState,
  published: boolean | undefined,
  now: number,
): PublicationState {
  if (published === undefined) return state;
  return published ? publish(state, now) : unpublish(state);
}

async function savePublication(
  { tx, now, recordDraw }: DrawChangeContext,
  before: DrawRow,
  state: PublicationState,
): Promise<DrawRow> {
  const changed = changedColumns(before, state);
  if (Object.keys(changed).length === 0) return before;
  const after = await updateDraw(tx, before.id, { ...changed, updated_at: now });
  await recordDraw(after.published ? 'Published result' : 'Unpublished result', { before, after });
  return after;
}

/** So that the author hears of a conflict; at the approval it is checked again. */
async function expectFreeSlotAndNumber(tx: Reader, row: DrawRow, result: Result): Promise<void> {
  const taken = await findTakenDraws(tx, [result]);
  const others = taken.filter(({ draw_no }) => draw_no !== row.draw_no);
  if (others.some(({ date, slot }) => date === result.date && slot === result.slot))
    throw new AppError('draw-exists');
  if (others.some(({ draw_no }) => draw_no === result.drawNo)) throw new AppError('draw-number-taken');
}

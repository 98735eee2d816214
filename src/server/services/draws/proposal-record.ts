/** What the activity log has about proposals: the old and the new result, who proposed it and why. */
import type { Actor } from '../../../core/actor.ts';
import type { Proposal } from '../../../core/approval.ts';
import { digitsFromText } from '../../../core/digits.ts';
import type { Result } from '../../../core/result.ts';
import { type DrawRow, publicationOf } from '../../storage/draws/draw-rows.ts';
import type { ChangeRecord } from '../perform.ts';
import type { Fields } from '../snapshots.ts';
import { drawFeedEvent } from './draw-record.ts';

interface RowsOfProposal {
  before: DrawRow;
  after: DrawRow;
}

export function proposalRecord(rows: RowsOfProposal, proposal: Proposal): ChangeRecord {
  const action = rows.before.published_at === null ? 'Proposed result' : 'Proposed correction';
  const own = publicationOf(rows.before).result;
  return {
    ...recordOf(action, rows),
    before: resultFields(own, proposal.result),
    after: { ...resultFields(proposal.result, own), ...reasonOf(proposal) },
  };
}

/** The draw keeps its own result. */
export function rejectionRecord(rows: RowsOfProposal, proposal: Proposal, actor: Actor): ChangeRecord {
  const own = publicationOf(rows.before).result;
  const { by } = proposal;
  return {
    ...recordOf(by.id === actor.id ? 'Took back a proposal' : 'Rejected a proposal', rows),
    before: { ...resultFields(proposal.result, own), proposedBy: by.name, ...reasonOf(proposal) },
    after: resultFields(own, proposal.result),
  };
}

/** With the digits, also where the approved ones are those that the draft has. */
export const approvalRemarks = (proposal: Proposal): Fields => ({
  ...digitFields(proposal.result.digits),
  proposedBy: proposal.by.name,
  ...reasonOf(proposal),
});

const recordOf = (action: string, rows: RowsOfProposal) => ({
  type: 'draw' as const,
  action,
  target: rows.before.draw_no,
  events: [drawFeedEvent(rows)],
});

const reasonOf = ({ reason }: Proposal): Fields => (reason === null ? {} : { reason });

/** The digits, and what else differs from the other result. */
const resultFields = ({ digits, date, slot, drawNo }: Result, other: Result): Fields => ({
  ...digitFields(digits),
  ...(date !== other.date && { date }),
  ...(slot !== other.slot && { slot }),
  ...(drawNo !== other.drawNo && { drawNo }),
});

const digitFields = (text: string): Fields =>
  Object.fromEntries((digitsFromText(text) ?? []).map((digit, place) => [`digit${place + 1}`, digit]));

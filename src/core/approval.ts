/** Approval by a second person: what waits as a proposal, who may approve it, and what may be published meanwhile. */
import type { Instant } from './ist-time.ts';
import { changeResult, type PublicationState } from './publication.ts';
import { isSameResult, type Result } from './result.ts';

/** Which results a second person must approve: none, or those that people enter. */
export const APPROVALS = ['off', 'entered'] as const;
export type Approval = (typeof APPROVALS)[number];

export interface Proposal {
  result: Result;
  reason: string | null;
  by: { id: string | null; name: string };
  at: Instant;
}

export interface ApprovalState {
  /** The result that a person wants the draw to have; the draw keeps its own until somebody else approves it. */
  proposal: Proposal | null;
  /** The draw's own result was entered by a person, and nobody has approved it. */
  isUnapproved: boolean;
}

export const NOTHING_TO_APPROVE: ApprovalState = { proposal: null, isUnapproved: false };

/** The row decides, not the setting: what was waiting when the setting was turned off must still be decided. */
export const needsApproval = ({ proposal, isUnapproved }: ApprovalState): boolean =>
  proposal !== null || isUnapproved;

/** Of a draw that a person enters while approval is on. */
export const enteredForApproval = (proposal: Proposal): ApprovalState => ({ proposal, isUnapproved: true });

interface WantedChange {
  /** Undefined when only a reason is given. */
  result: Result | undefined;
  reason: string | undefined;
  by: Proposal['by'];
  at: Instant;
}

/**
 * The approval state after a person has changed a draw while approval is on. A later proposal replaces the one that
 * waits; asking for the approved result that the draw has removes it. A proposal that is repeated keeps its author.
 */
export function propose(
  state: ApprovalState,
  publication: PublicationState,
  { result: wanted, reason, by, at }: WantedChange,
): ApprovalState {
  const { proposal, isUnapproved } = state;
  const result = wanted ?? proposal?.result ?? publication.result;
  const isRepeated = proposal !== null && isSameResult(proposal.result, result);
  if (isRepeated && (reason === undefined || (reason || null) === proposal.reason)) return state;
  // The salt is not used: only whether anything would change counts.
  const changesDraw = changeResult(publication, { result, reason, salt: '', now: at }) !== publication;
  const isOwn = isUnapproved && wanted !== undefined;
  if (!changesDraw && !isOwn && !isRepeated) return proposal === null ? state : { ...state, proposal: null };
  return { ...state, proposal: { result, reason: reason || null, by, at } };
}

/** Nobody approves what they have proposed. */
export const mayApprove = ({ by }: Proposal, approverId: string | null): boolean =>
  approverId !== null && approverId !== by.id;

/** The draw with the proposed result: from then on it is approved. */
export const applyProposal = (
  publication: PublicationState,
  { result, reason }: Proposal,
  { salt, now }: { salt: string; now: Instant },
): PublicationState => changeResult(publication, { result, reason: reason ?? undefined, salt, now });

/** The draw stays as it was; digits that nobody approved stay unapproved. */
export const rejectProposal = (state: ApprovalState): ApprovalState => ({ ...state, proposal: null });

/** How many accounts that can sign in approval needs: one to propose and another to approve. */
export const ACCOUNTS_FOR_APPROVAL = 2;

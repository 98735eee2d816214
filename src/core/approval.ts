/** Approval by a second person: what waits as a proposal, who may approve it, and what may be published meanwhile. */
import type { Instant } from './ist-time.ts';
import { changeResult, type PublicationState } from './publication.ts';
import { isSameResult, type Result } from './result.ts';

/** Which results a second person must approve: none, or those that people enter. */
export const APPROVALS = ['off', 'entered'] as const;
export type Approval = (typeof APPROVALS)[number];

export interface Proposal {
  result: Result;
  /** The reason that the correction will have. */
  reason: string | null;
  /** Who changed it last. */
  by: { id: string | null; name: string };
  at: Instant;
  /** The accounts of all who have a part in it: none of them may approve it. */
  authors: readonly string[];
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

/** The approval state of a draw that a person enters while approval is on. */
export const enteredForApproval = (entry: Pick<Proposal, 'result' | 'by' | 'at'>): ApprovalState => ({
  proposal: { ...entry, reason: null, authors: authorsWith([], entry.by) },
  isUnapproved: true,
});

const authorsWith = (authors: readonly string[], { id }: Proposal['by']): string[] => [
  ...new Set(id === null ? authors : [...authors, id]),
];

interface WantedChange {
  /** Undefined when only a reason is given. */
  result: Result | undefined;
  /** The places of digits that were not given and are therefore those of the waiting proposal, from 0. */
  keptPlaces?: readonly number[];
  /** Undefined keeps the reason of the waiting proposal; an empty one removes it. */
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
  { result: wanted, keptPlaces = [], reason, by, at }: WantedChange,
): ApprovalState {
  const { proposal, isUnapproved } = state;
  const result = wanted ?? proposal?.result ?? publication.result;
  const isRepeated = proposal !== null && isSameResult(proposal.result, result);
  if (isRepeated && (reason === undefined || (reason || null) === proposal.reason)) return state;
  // The salt is not used: only whether anything would change counts.
  const changesDraw = changeResult(publication, { result, reason, salt: '', now: at }) !== publication;
  const isOwn = isUnapproved && wanted !== undefined;
  if (!changesDraw && !isOwn && !isRepeated) return proposal === null ? state : { ...state, proposal: null };
  const ownReason = isSameResult(result, publication.result) ? publication.pendingReason : null;
  const keptReason = proposal ? proposal.reason : ownReason;
  const own = { result: publication.result, isUnapproved };
  const isPartKept =
    proposal !== null &&
    ((reason === undefined && proposal.reason !== null) || hasPartOf(proposal, { result, keptPlaces }, own));
  return {
    ...state,
    proposal: {
      result,
      reason: reason === undefined ? keptReason : reason || null,
      by,
      at,
      authors: authorsWith(isPartKept ? proposal.authors : [], by),
    },
  };
}

const PARTS = ['digits', 'date', 'slot', 'drawNo'] as const;

/** Whether a result has a part of the waiting proposal that is not a part of the approved draw. */
const hasPartOf = (
  proposal: Proposal,
  { result, keptPlaces }: { result: Result; keptPlaces: readonly number[] },
  { result: own, isUnapproved }: { result: Result; isUnapproved: boolean },
): boolean =>
  keptPlaces.some((place) => isUnapproved || proposal.result.digits[place] !== own.digits[place]) ||
  PARTS.some((part) => {
    const isApproved = result[part] === own[part] && !(part === 'digits' && isUnapproved);
    return result[part] === proposal.result[part] && !isApproved;
  });

/** Nobody approves what they have proposed. */
export const mayApprove = ({ authors }: Proposal, approverId: string | null): boolean =>
  approverId !== null && !authors.includes(approverId);

/** The draw with the proposed result: from then on it is approved. */
export const applyProposal = (
  publication: PublicationState,
  { result, reason }: Proposal,
  { salt, now }: { salt: string; now: Instant },
): PublicationState => changeResult(publication, { result, reason: reason ?? '', salt, now });

/** The draw stays as it was; digits that nobody approved stay unapproved. */
export const rejectProposal = (state: ApprovalState): ApprovalState => ({ ...state, proposal: null });

/** How many accounts that can sign in approval needs: one to propose and another to approve. */
export const ACCOUNTS_FOR_APPROVAL = 2;

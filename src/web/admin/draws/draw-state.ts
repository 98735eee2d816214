/** The state of a draw, as its badges show it. */
import type { AdminDraw } from '../../../contract/draws.ts';

export type DrawState =
  | 'draft'
  | 'live'
  | 'published'
  | 'on hold'
  | 'for approval'
  | 'not approved'
  | 'expected'
  | 'missing';

export const drawState = (draw: AdminDraw): DrawState => {
  if (draw.published) return 'published';
  if (draw.onHold) return 'on hold';
  return approvalState(draw) ?? 'draft';
};

export type Approvable = Pick<AdminDraw, 'proposal' | 'unapproved'>;

/** Null for a draw that needs no approval. */
export function approvalState({ proposal, unapproved }: Approvable): 'for approval' | 'not approved' | null {
  if (proposal) return 'for approval';
  return unapproved ? 'not approved' : null;
}

/** A draft that waits for approval or was rejected cannot be published. */
export const needsApproval = (draw: Approvable): boolean => approvalState(draw) !== null;

/** Whether a person entered or changed the digits. */
export const isEntered = ({ provenance }: Pick<AdminDraw, 'provenance'>): boolean =>
  provenance !== 'generated';

/** Publishing, unpublishing, holding and correcting a draw, and the record that results. */
import type { Instant } from './ist-time.ts';
import { isSameResult, type Result } from './result.ts';

/** Where the digits come from; shown to the public. `generated` is a random draft that staff did not touch. */
export const PROVENANCES = ['generated', 'edited', 'entered', 'corrected'] as const;
export type Provenance = (typeof PROVENANCES)[number];

/** A change of a result that the public had seen. */
export interface Correction {
  /** When the public saw the new result. */
  at: Instant;
  /** The former digits. */
  digits: string;
  reason: string | null;
}

export interface PublicationState {
  published: boolean;
  /** Held or unpublished by staff: automation does not publish it. */
  onHold: boolean;
  provenance: Provenance;
  /** When it was last published, even while it is unpublished; null if it never was. */
  publishedAt: Instant | null;
  result: Result;
  /** The result that the public saw last; null if it saw none. */
  publicResult: Result | null;
  /** The provenance that the public saw last; null if it saw none. */
  publicProvenance: Provenance | null;
  /** The oldest first. */
  corrections: readonly Correction[];
  /** The reason for a change made while the draw was unpublished; becomes public with the correction. */
  pendingReason: string | null;
  /** Seals in the public log what staff entered, in hex; null for a random draft. */
  salt: string | null;
}

const UNPUBLISHED = {
  published: false,
  onHold: false,
  publishedAt: null,
  publicResult: null,
  publicProvenance: null,
  corrections: [],
  pendingReason: null,
};

export const newRandomDraft = (result: Result): PublicationState => ({
  ...UNPUBLISHED,
  provenance: 'generated',
  result,
  salt: null,
});

/** Without a salt only for a result that the log adopts at once. */
export const newEnteredDraft = (result: Result, salt: string | null): PublicationState => ({
  ...UNPUBLISHED,
  provenance: 'entered',
  result,
  salt,
});

export const publish = (state: PublicationState, now: Instant): PublicationState =>
  state.published ? state : showResult({ ...state, published: true, onHold: false, publishedAt: now }, now);

export const unpublish = (state: PublicationState): PublicationState =>
  state.published ? { ...state, published: false, onHold: true } : state;

/** Only a draft can be held or released. */
export const hold = (state: PublicationState): PublicationState =>
  state.published || state.onHold ? state : { ...state, onHold: true };

export const release = (state: PublicationState): PublicationState =>
  state.onHold ? { ...state, onHold: false } : state;

interface ResultChange {
  result: Result;
  reason?: string | undefined;
  /** Seals the changed draft. */
  salt: string;
  now: Instant;
}

/**
 * Another result is a correction once one was public, even if it was unpublished in between. Each change replaces
 * the reason of the one before, which may name digits that nobody was to see.
 */
export function changeResult(
  state: PublicationState,
  { result, reason, salt, now }: ResultChange,
): PublicationState {
  if (isSameResult(result, state.result)) return giveReason(state, reason);
  const isPublicAgain = state.publicResult !== null && isSameResult(result, state.publicResult);
  const changed = {
    ...state,
    result,
    provenance: provenanceAfterChange(state),
    pendingReason: isPublicAgain ? null : reason || null,
    salt: state.published ? null : salt,
  };
  return state.published ? showResult(changed, now) : changed;
}

/** Replaces the reason of a change that the public has not seen yet. */
function giveReason(state: PublicationState, reason: string | undefined): PublicationState {
  const { publicResult } = state;
  const isPending = publicResult !== null && !isSameResult(publicResult, state.result);
  return isPending && reason !== undefined ? { ...state, pendingReason: reason || null } : state;
}

function provenanceAfterChange({ provenance, publishedAt }: PublicationState): Provenance {
  if (publishedAt !== null) return 'corrected';
  return provenance === 'generated' ? 'edited' : provenance;
}

/** Results that were never public do not become part of the corrections. */
function showResult(state: PublicationState, now: Instant): PublicationState {
  const { result, publicResult, corrections, pendingReason } = state;
  const isCorrection = publicResult !== null && !isSameResult(publicResult, result);
  const provenance = provenanceToShow(state, isCorrection);
  return {
    ...state,
    provenance,
    publicResult: result,
    publicProvenance: provenance,
    corrections: isCorrection
      ? [...corrections, { at: now, digits: publicResult.digits, reason: pendingReason }]
      : corrections,
    pendingReason: null,
  };
}

function provenanceToShow(
  { provenance, publicProvenance, publicResult, salt }: PublicationState,
  isCorrection: boolean,
): Provenance {
  if (isCorrection) return 'corrected';
  // The same result as before: nothing of the changes in between becomes public.
  if (publicResult !== null && publicProvenance !== null) return publicProvenance;
  // The log cannot show that a random draft from before it was untouched, nor has it seen the former result.
  const isUnproven = salt !== null && (provenance === 'generated' || provenance === 'corrected');
  return isUnproven ? 'entered' : provenance;
}

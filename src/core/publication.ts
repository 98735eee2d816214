/** Publishing, unpublishing, holding and correcting a draw, and the record that results. */
import { type Digits, digitsToText } from './digits.ts';
import type { Instant } from './ist-time.ts';

/** Where the digits come from; shown to the public. */
export const PROVENANCES = ['generated', 'edited', 'entered', 'corrected'] as const;
export type Provenance = (typeof PROVENANCES)[number];

/** A change of a result that the public had seen. */
export interface Correction {
  /** When the public saw the new digits. */
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
  /** When it was last published, also while it is unpublished; null if it never was. */
  publishedAt: Instant | null;
  digits: Digits;
  /** The digits that the public saw last; null if it saw none. */
  publicDigits: string | null;
  /** The provenance that the public saw last; null if it saw none. */
  publicProvenance: Provenance | null;
  /** The oldest first. */
  corrections: readonly Correction[];
  /** Of a change made while the draw was unpublished; becomes public with the correction. */
  pendingReason: string | null;
}

export const newDraft = (provenance: 'generated' | 'entered', digits: Digits): PublicationState => ({
  published: false,
  onHold: false,
  provenance,
  publishedAt: null,
  digits,
  publicDigits: null,
  publicProvenance: null,
  corrections: [],
  pendingReason: null,
});

export const publish = (state: PublicationState, now: Instant): PublicationState =>
  state.published ? state : showDigits({ ...state, published: true, onHold: false, publishedAt: now }, now);

export const unpublish = (state: PublicationState): PublicationState =>
  state.published ? { ...state, published: false, onHold: true } : state;

/** Of a draft: a published draw is neither held nor released. */
export const hold = (state: PublicationState): PublicationState =>
  state.published || state.onHold ? state : { ...state, onHold: true };

export const release = (state: PublicationState): PublicationState =>
  state.onHold ? { ...state, onHold: false } : state;

interface DigitsChange {
  digits: Digits;
  reason?: string | undefined;
  now: Instant;
}

/**
 * Other digits are a correction once a result was public, even if it was unpublished in between. Each change replaces
 * the reason of the one before, which may name digits that nobody was to see.
 */
export function changeDigits(
  state: PublicationState,
  { digits, reason, now }: DigitsChange,
): PublicationState {
  const text = digitsToText(digits);
  if (text === digitsToText(state.digits)) return giveReason(state, reason);
  const changed = {
    ...state,
    digits,
    provenance: provenanceAfterChange(state),
    pendingReason: text === state.publicDigits ? null : reason || null,
  };
  return state.published ? showDigits(changed, now) : changed;
}

/** Replaces the reason of a change that the public has not seen yet. */
function giveReason(state: PublicationState, reason: string | undefined): PublicationState {
  const { publicDigits } = state;
  const isPending = publicDigits !== null && publicDigits !== digitsToText(state.digits);
  return isPending && reason !== undefined ? { ...state, pendingReason: reason || null } : state;
}

function provenanceAfterChange({ provenance, publishedAt }: PublicationState): Provenance {
  if (publishedAt !== null) return 'corrected';
  return provenance === 'generated' ? 'edited' : provenance;
}

/** Digits that were never public do not become part of the corrections. */
function showDigits(state: PublicationState, now: Instant): PublicationState {
  const { publicDigits, publicProvenance, corrections, pendingReason } = state;
  const digits = digitsToText(state.digits);
  const isCorrection = publicDigits !== null && publicDigits !== digits;
  // The same digits as before: nothing of the changes in between becomes public.
  const provenance = publicDigits === digits && publicProvenance ? publicProvenance : state.provenance;
  return {
    ...state,
    provenance,
    publicDigits: digits,
    publicProvenance: provenance,
    corrections: isCorrection
      ? [...corrections, { at: now, digits: publicDigits, reason: pendingReason }]
      : corrections,
    pendingReason: null,
  };
}

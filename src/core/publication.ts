/** Publishing, unpublishing and correcting a draw, and the provenance that results. */
import type { Instant } from './ist-time.ts';

/** Where the digits come from; shown to the public. */
export const PROVENANCES = ['generated', 'edited', 'entered', 'corrected'] as const;
export type Provenance = (typeof PROVENANCES)[number];

export interface PublicationState {
  published: boolean;
  /** Unpublished by staff: automation does not publish it again. */
  onHold: boolean;
  provenance: Provenance;
  /** When it was last published, also while it is unpublished; null if it never was. */
  publishedAt: Instant | null;
}

export const newDraft = (provenance: 'generated' | 'entered'): PublicationState => ({
  published: false,
  onHold: false,
  provenance,
  publishedAt: null,
});

export const publish = (state: PublicationState, now: Instant): PublicationState =>
  state.published ? state : { ...state, published: true, onHold: false, publishedAt: now };

export const unpublish = (state: PublicationState): PublicationState =>
  state.published ? { ...state, published: false, onHold: true } : state;

/** Other digits are a correction once a result was public, even if it was unpublished in between. */
export function changeDigits(state: PublicationState): PublicationState {
  if (state.publishedAt !== null) return { ...state, provenance: 'corrected' };
  return state.provenance === 'generated' ? { ...state, provenance: 'edited' } : state;
}

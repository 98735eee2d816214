/** What can happen to a draw: publishing, unpublishing, new digits; and what that says of its origin. */
import type { Instant } from './ist-time.ts';

/** How the digits came to be; the public sees this. */
export const PROVENANCES = ['generated', 'edited', 'entered', 'corrected'] as const;
export type Provenance = (typeof PROVENANCES)[number];

export interface PublicationState {
  published: boolean;
  /** Staff took it back: automation leaves it alone until a person publishes it again. */
  onHold: boolean;
  provenance: Provenance;
  /** When it was last published; stays known while it is unpublished, null if it never was. */
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

/** Once the public has seen a result, other digits are a correction, even if it was unpublished in between. */
export function changeDigits(state: PublicationState): PublicationState {
  if (state.publishedAt !== null) return { ...state, provenance: 'corrected' };
  return state.provenance === 'generated' ? { ...state, provenance: 'edited' } : state;
}

/** What the public is told about how a result came to be. */
import type { Provenance } from './publication.ts';

/** What a random result follows from, as the public log shows it. */
export type Randomness = 'beacon' | 'seed';

export type ResultLabel = Provenance | Randomness;

/** What a page knows about its random results. */
export interface KnownRandomness {
  /** Of the results that the page was loaded with, by the id of the draw; null if the log does not show it. */
  byId: Readonly<Record<string, Randomness | null>>;
  /** Of the day's random results that are published later; null if it is not known yet. */
  expected: Randomness | null;
}

export function labelOf(
  { id, provenance }: { id: string; provenance: Provenance },
  { byId, expected }: KnownRandomness,
): ResultLabel {
  if (provenance !== 'generated') return provenance;
  const randomness = byId[id];
  return (randomness === undefined ? expected : randomness) ?? provenance;
}

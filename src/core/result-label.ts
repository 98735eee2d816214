/** The labels of results: how their digits came to be, as the public sees it. */
import type { IstDate } from './ist-time.ts';
import type { Provenance } from './publication.ts';

/** What a random result follows from, as the public log shows it. */
export type Randomness = 'beacon' | 'seed';

export type ResultLabel = Provenance | Randomness;

/** What a page knows about its random results. */
export interface KnownRandomness {
  /** For each result that the page was loaded with, by the id of its draw; null if the log does not show it. */
  byId: Readonly<Record<string, Randomness | null>>;
  /** For random results of this date that are published later; null if it is not known yet. */
  expected: { date: IstDate; randomness: Randomness } | null;
}

export function labelOf(
  { id, date, provenance }: { id: string; date: IstDate; provenance: Provenance },
  { byId, expected }: KnownRandomness,
): ResultLabel {
  if (provenance !== 'generated') return provenance;
  const known = byId[id];
  if (known !== undefined) return known ?? provenance;
  return expected?.date === date ? expected.randomness : provenance;
}

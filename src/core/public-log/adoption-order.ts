/** The order in which a log adopts withdrawn results that were moved. */
import type { Result } from '../result.ts';

export interface WithdrawnResult {
  /** What it is now. */
  result: Result;
  /** What the public saw. */
  publicResult: Result;
}

const isSamePlace = (one: Result, other: Result): boolean =>
  one.drawNo === other.drawNo || (one.date === other.date && one.slot === other.slot);

/**
 * Staff may have moved a withdrawn result, and given its former place to another one: that one follows it, because
 * no two results may be public in the same place. Otherwise the order stays.
 */
export function inAdoptionOrder<Draw extends WithdrawnResult>(draws: readonly Draw[]): Draw[] {
  const remaining = [...draws];
  const ordered: Draw[] = [];
  while (remaining.length > 0) {
    const index = remaining.findIndex((draw) =>
      remaining.every((other) => other === draw || !isSamePlace(draw.result, other.publicResult)),
    );
    ordered.push(...remaining.splice(Math.max(0, index), 1));
  }
  return ordered;
}

/** The findings about the digits of a draw, and how the steps that make them read its entries. */
import { isSameResult, type Result } from '../result.ts';
import {
  type CheckStep,
  type DrawCheckInput,
  type Figures,
  failed,
  noted,
  type SeenRecord,
} from './draw-check-input.ts';
import type { IndexedEntry } from './draw-check-log.ts';
import type { EntryKind, EntryOf } from './entries.ts';

/** Why no step can be made for a result. */
export type NothingToCheck = 'adopted' | 'no result' | 'no commitment';

export type CommitmentFinding =
  | NothingToCheck
  | 'before the beacon'
  | 'seen before the beacon'
  | 'without a beacon'
  | 'repeated after a restore'
  | 'after the beacon'
  | 'unknown beacon'
  | 'entered by staff';

export type BeaconFinding =
  | NothingToCheck
  | 'genuine'
  | 'genuine of this site'
  | 'without a beacon'
  | 'beacon missing'
  | 'signature missing'
  | 'signature false'
  | 'unknown beacon'
  | 'entered by staff';

export type DigitsFinding =
  | NothingToCheck
  | 'follow'
  | 'follow from the seed'
  | 'corrected later'
  | 'moved later'
  | 'seal opens'
  | 'seed differs'
  | 'digits differ'
  | 'seal differs';

export interface DigitSteps {
  commitment: CheckStep<CommitmentFinding>;
  beacon: CheckStep<BeaconFinding>;
  digits: CheckStep<DigitsFinding>;
}

export interface DigitInput extends DrawCheckInput {
  /** The entries of the log about the draw, in order. */
  entries: readonly IndexedEntry[];
  /** The origin in the signed checkpoint; empty without one. */
  origin: string;
  /** The records that the log still contains, the oldest first. */
  seen: readonly SeenRecord[];
}

export type Indexed<Kind extends EntryKind> = { index: number; entry: EntryOf<Kind> };

export const ofKind = <Kind extends EntryKind>(
  entries: readonly IndexedEntry[],
  kind: Kind,
): Indexed<Kind>[] => entries.filter((each): each is Indexed<Kind> => each.entry.kind === kind);

export const commitmentOf = (
  entries: readonly IndexedEntry[],
  drawNo: string,
): Indexed<'commit'> | undefined => ofKind(entries, 'commit').find(({ entry }) => entry.drawNo === drawNo);

/** Compares the result as it was published first with what the page shows. Null if they are the same. */
export function findShownOtherwise(
  { entries, draw }: DigitInput,
  first: Result,
  figures: Figures,
): CheckStep<DigitsFinding> | null {
  if (isSameResult(first, draw)) return null;
  const corrections = ofKind(entries, 'correct').filter(({ entry }) => entry.id === draw.id);
  if (first.digits !== draw.digits) {
    const isCorrected = corrections.some(({ entry }) => entry.to.digits === draw.digits);
    const all = { ...figures, digits: draw.digits };
    return isCorrected ? noted('corrected later', all) : failed('digits differ', all);
  }
  const { drawNo, date, slot } = first;
  const isMoved = corrections.some(({ entry }) => isSameResult(entry.to, draw));
  // Otherwise the step about the log fails.
  return isMoved ? noted('moved later', { ...figures, publishedFor: `${drawNo}, ${date} ${slot}` }) : null;
}

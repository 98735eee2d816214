/** How every subject describes what it measured, and whether that reaches its goal. */
import { median, ratioOf } from './statistics.ts';

export interface Goal {
  /** Of the median of our samples, of each of them, or of the median ratio to the anchor. */
  of: 'median' | 'worst' | 'ratio';
  kind: 'at least' | 'at most';
  limit: number;
}

export interface Measurement {
  name: string;
  unit: string;
  /** Empty: not available. */
  ours: readonly number[];
  /** What it is compared with, in the same run. */
  anchor?: { name: string; samples: readonly number[] };
  goal?: Goal;
  /** What each of our samples is of, if they differ: the report then has a row for each. */
  each?: readonly string[];
  /** What else a reader should know, for example why samples are missing. */
  note?: string;
}

export type Verdict = 'reached' | 'not reached' | 'not measured';

/** Undefined: there are no samples. */
export function medianOf({ ours }: Measurement): number | undefined {
  return ours.length > 0 ? median(ours) : undefined;
}

export function ratioToAnchor({ ours, anchor }: Measurement) {
  if (!anchor || ours.length === 0 || anchor.samples.length === 0) return undefined;
  return ratioOf(ours, anchor.samples);
}

/** What the goal limits. */
export function judgedOf(measurement: Measurement, { of, kind }: Goal): number | undefined {
  const { ours } = measurement;
  if (of === 'ratio') return ratioToAnchor(measurement)?.median;
  if (of === 'median' || ours.length === 0) return medianOf(measurement);
  return kind === 'at least' ? Math.min(...ours) : Math.max(...ours);
}

export function judge(measurement: Measurement, goal: Goal): Verdict {
  const value = judgedOf(measurement, goal);
  if (value === undefined || Number.isNaN(value)) return 'not measured';
  return (goal.kind === 'at least' ? value >= goal.limit : value <= goal.limit) ? 'reached' : 'not reached';
}

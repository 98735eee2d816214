/** How every subject describes what it measured, and whether that reaches its goal. */
import { median, ratioOf } from './statistics.ts';

export interface Goal {
  /** Of the median of our samples, or of the median ratio to the anchor. */
  of: 'value' | 'ratio';
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

export function judge(measurement: Measurement, { of, kind, limit }: Goal): Verdict {
  const value = of === 'value' ? medianOf(measurement) : ratioToAnchor(measurement)?.median;
  if (value === undefined || Number.isNaN(value)) return 'not measured';
  return (kind === 'at least' ? value >= limit : value <= limit) ? 'reached' : 'not reached';
}

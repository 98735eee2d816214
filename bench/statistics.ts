/** Medians, percentiles and ratios of samples. */

const sort = (samples: readonly number[]): Float64Array => Float64Array.from(samples).sort();

/** The smallest sample that at least this part of all samples does not exceed. */
export function percentile(samples: readonly number[], part: number): number {
  const index = Math.max(0, Math.ceil(part * samples.length) - 1);
  return sort(samples)[index] ?? Number.NaN;
}

export function median(samples: readonly number[]): number {
  const sorted = sort(samples);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  const lower = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

export interface Spread {
  median: number;
  lowest: number;
  highest: number;
}

export const spreadOf = (samples: readonly number[]): Spread => ({
  median: median(samples),
  lowest: Math.min(...samples),
  highest: Math.max(...samples),
});

/** Compares samples that were taken in turns: each with the one of the other side that was taken next to it. */
export function ratioOf(ours: readonly number[], others: readonly number[]): Spread {
  const pairs = Math.min(ours.length, others.length);
  return spreadOf(
    Array.from({ length: pairs }, (_, index) => (ours[index] ?? Number.NaN) / (others[index] ?? Number.NaN)),
  );
}

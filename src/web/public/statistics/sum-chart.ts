/** Computes the layout of the chart of sums. Only loaders import it, so that browsers do not load the libraries. */
import { scaleBand, scaleLinear } from 'd3-scale';
import { curveMonotoneX, line } from 'd3-shape';
import { sumChances } from '../../../core/statistics/equal-chances.ts';

export interface SumsLayout {
  width: number;
  height: number;
  /** The lower end of the bars. */
  base: number;
  barWidth: number;
  bars: { x: number; y: number; height: number }[];
  /** The path of the averages. */
  line: string;
  /** Labelled sums below the bars, and labelled heights beside them. */
  sumTicks: { x: number; sum: number }[];
  heightTicks: { y: number; results: number }[];
  /** What equal chances give for each sum on average. */
  averages: number[];
}

const SIZE = { width: 320, height: 180 };
const SPACE = { left: 26, right: 6, top: 10, bottom: 20 };

export function layOutSums(sums: readonly number[], draws: number): SumsLayout {
  const averages = sumChances().map((chance) => chance * draws);
  const base = SIZE.height - SPACE.bottom;
  const x = scaleBand<number>(
    sums.map((_, sum) => sum),
    [SPACE.left, SIZE.width - SPACE.right],
  ).paddingInner(0.2);
  const y = scaleLinear([0, Math.max(1, ...sums, ...averages)], [base, SPACE.top]);
  const middleOf = (sum: number) => (x(sum) ?? 0) + x.bandwidth() / 2;
  const path = line<number>(
    (_, sum) => round(middleOf(sum)),
    (average) => round(y(average)),
  ).curve(curveMonotoneX);
  return {
    ...SIZE,
    base,
    barWidth: round(x.bandwidth()),
    bars: sums.map((results, sum) => ({
      x: round(x(sum) ?? 0),
      y: round(y(results)),
      height: round(base - y(results)),
    })),
    line: path(averages) ?? '',
    sumTicks: sums.flatMap((_, sum) => (sum % 5 === 0 ? [{ x: round(middleOf(sum)), sum }] : [])),
    heightTicks: y
      .ticks(4)
      .filter((results) => Number.isInteger(results) && results > 0)
      .map((results) => ({ y: round(y(results)), results })),
    averages: averages.map(round),
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;

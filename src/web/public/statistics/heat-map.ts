/** Computes the layout of a heat map. Only loaders import it, so that browsers do not load the library. */
import { scaleBand, scaleQuantize } from 'd3-scale';

/** From rare to frequent, or from recent to long ago: each has a class `heat-N`. */
export const HEAT_STEPS = [0, 1, 2, 3, 4, 5, 6] as const;
type HeatStep = (typeof HEAT_STEPS)[number];

export interface HeatMapLayout {
  width: number;
  height: number;
  /** The width and height of a cell. */
  cell: number;
  /** The left edges of the ten columns and the top edges of the rows. */
  columns: number[];
  rows: number[];
  cells: HeatCell[][];
  /** Which figures have which colour; steps that no whole number has are left out. */
  legend: { step: HeatStep; figures: string }[];
}

interface HeatCell {
  /** Null for a digit that never came. */
  figure: number | null;
  step: HeatStep | null;
}

/** In units of the picture; a phone shows 300 to 320 of them as pixels. */
const CELL_WIDTH = 30;
const LABEL_SPACE = { left: 20, top: 20 };
/** Space for the outlines of the outer cells. */
const EDGE = 1;

export interface HeatRange {
  low: number;
  high: number;
}

/** Three standard deviations around the average: chance alone seldom leaves it, so the colours show no false extremes. */
export function rangeAround(draws: number, chance: number): HeatRange {
  const average = draws * chance;
  const spread = 3 * Math.sqrt(average * (1 - chance));
  return { low: Math.max(0, average - spread), high: average + Math.max(spread, 1) };
}

/** Seven steps of six draws: more than 41 draws without a digit have a chance of one percent. */
export const SINCE_RANGE: HeatRange = { low: 0, high: 42 };

export function layOutHeatMap(
  table: readonly (readonly (number | null)[])[],
  { low, high }: HeatRange,
): HeatMapLayout {
  const stepOf = scaleQuantize<HeatStep>([low, high], HEAT_STEPS);
  const band = (count: number, start: number) =>
    scaleBand<number>(
      Array.from({ length: count }, (_, index) => index),
      [start, start + count * CELL_WIDTH],
    ).paddingInner(0.08);
  const [columns, rows] = [band(10, LABEL_SPACE.left), band(table.length, LABEL_SPACE.top)];
  const edgesOf = (scale: typeof columns) => scale.domain().map((index) => round(scale(index) ?? 0));
  return {
    width: LABEL_SPACE.left + 10 * CELL_WIDTH + EDGE,
    height: LABEL_SPACE.top + table.length * CELL_WIDTH + EDGE,
    cell: round(columns.bandwidth()),
    columns: edgesOf(columns),
    rows: edgesOf(rows),
    cells: table.map((row) =>
      row.map((figure) => ({ figure, step: figure === null ? null : stepOf(figure) })),
    ),
    legend: legendOf(stepOf.thresholds()),
  };
}

function legendOf(thresholds: readonly number[]): HeatMapLayout['legend'] {
  return HEAT_STEPS.flatMap((step) => {
    const first = step === 0 ? 0 : Math.max(0, Math.ceil(thresholds[step - 1] ?? 0));
    const threshold = thresholds[step];
    if (threshold === undefined) return [{ step, figures: `≥ ${first}` }];
    const last = Math.ceil(threshold) - 1;
    if (last < first) return [];
    if (first === last) return [{ step, figures: `${first}` }];
    return [{ step, figures: step === 0 ? `≤ ${last}` : `${first}–${last}` }];
  });
}

const round = (value: number): number => Math.round(value * 100) / 100;

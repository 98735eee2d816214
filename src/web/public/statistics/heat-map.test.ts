import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { layOutHeatMap, rangeAround, SINCE_RANGE } from './heat-map.ts';

const row = (figures: (number | null)[]) => Array.from({ length: 10 }, (_, index) => figures[index] ?? null);

describe('a heat map', () => {
  test('has the colour of the middle for the average, and the outer ones beyond chance', () => {
    const { cells } = layOutHeatMap([row([100, 70, 130, 0, 1_000])], rangeAround(1_000, 0.1));
    expect(cells[0]?.slice(0, 5).map(({ step }) => step)).toEqual([3, 0, 6, 0, 6]);
  });

  test('has no colour for a digit that never came', () => {
    const { cells } = layOutHeatMap([row([0, 5, 6, 41, 42, null])], SINCE_RANGE);
    expect(cells[0]?.slice(0, 6)).toEqual([
      { figure: 0, step: 0 },
      { figure: 5, step: 0 },
      { figure: 6, step: 1 },
      { figure: 41, step: 6 },
      { figure: 42, step: 6 },
      { figure: null, step: null },
    ]);
  });

  test('has cells that do not overlap and stay inside', () => {
    const { width, height, cell, columns, rows } = layOutHeatMap(Array(10).fill(row([])), SINCE_RANGE);
    for (const [edges, end] of [
      [columns, width],
      [rows, height],
    ] as const) {
      for (const [index, edge] of edges.entries())
        expect(edge + cell).toBeLessThan(edges[index + 1] ?? end + 0.1);
    }
  });

  test('names in its legend each figure once, in the colour of its cell', () => {
    fc.assert(
      fc.property(fc.nat({ max: 200_000 }), fc.constantFrom(0.1, 0.01), (draws, chance) => {
        const range = rangeAround(draws, chance);
        const figures = Array.from({ length: 10 }, (_, index) => Math.round((range.high * index) / 8));
        const { cells, legend } = layOutHeatMap([figures], range);
        const stepsNamed = (figure: number) =>
          legend
            .filter(({ figures: text }) => {
              const [first = 0, last = first] = text.replace(/[≤≥] /, '').split('–').map(Number);
              if (text.startsWith('≤')) return figure <= last;
              return figure >= first && (text.startsWith('≥') || figure <= last);
            })
            .map(({ step }) => step);
        for (const { figure, step } of cells[0] ?? []) expect(stepsNamed(figure ?? 0)).toEqual([step as 0]);
      }),
    );
  });
});

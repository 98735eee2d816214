/** Statistics counted with texts and lists, in no way as the product does it. */

import type { Result } from '../../src/core/result.ts';
import type { ResultRange } from '../../src/core/result-list.ts';

export function countNaively(draws: readonly Omit<Result, 'drawNo'>[], { slot, from, to }: ResultRange) {
  const counted = draws
    .filter(
      (draw) => (!slot || draw.slot === slot) && (!from || draw.date >= from) && (!to || draw.date <= to),
    )
    .sort((a, b) => (a.date + a.slot < b.date + b.slot ? -1 : 1));
  const results = counted.map(({ digits }) => digits);
  const newestFirst = results.toReversed();
  const digits = [...'0123456789'];
  const positions = [0, 1, 2, 3, 4];
  const sumOf = (result: string) => [...result].reduce((sum, digit) => sum + Number(digit), 0);
  const shapeOf = (result: string) =>
    [...Map.groupBy(result, (digit) => digit).values()]
      .map((same) => same.length)
      .sort()
      .join('');
  const ofShape = (shape: string) => results.filter((result) => shapeOf(result) === shape).length;
  return {
    draws: results.length,
    first: counted[0]?.date ?? null,
    last: counted.at(-1)?.date ?? null,
    positions: positions.map((position) =>
      digits.map((digit) => results.filter((result) => result[position] === digit).length),
    ),
    lastTwo: digits.map((tens) =>
      digits.map((units) => results.filter((result) => result.endsWith(tens + units)).length),
    ),
    since: positions.map((position) =>
      digits.map((digit) => {
        const ago = newestFirst.findIndex((result) => result[position] === digit);
        return ago === -1 ? null : ago;
      }),
    ),
    sums: Array.from({ length: 46 }, (_, sum) => results.filter((result) => sumOf(result) === sum).length),
    repeats: {
      allDifferent: ofShape('11111'),
      pair: ofShape('1112'),
      twoPairs: ofShape('122'),
      threeAlike: ofShape('113'),
      fullHouse: ofShape('23'),
      fourAlike: ofShape('14'),
      fiveAlike: ofShape('5'),
    },
  };
}

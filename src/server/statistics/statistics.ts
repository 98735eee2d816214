/** Counts published results, from the list of all results in memory. */
import type { Statistics, StatisticsQuery } from '../../contract/statistics.ts';
import type { ResultList } from '../../core/result-list.ts';
import { countDigits } from '../../core/statistics/count-digits.ts';
import { chiSquareOf, DEGREES_OF_FREEDOM } from '../../core/statistics/equal-chances.ts';
import { chiSquareTail } from './chi-square.ts';

export type ReadStatistics = (query: StatisticsQuery) => Promise<Statistics>;

export const createStatistics =
  (listResults: () => Promise<ResultList>): ReadStatistics =>
  async (query) => {
    const { digits, first, last } = (await listResults()).digitsIn(query);
    const counts = countDigits(digits);
    const value = chiSquareOf(counts.positions, counts.draws);
    return {
      ...counts,
      from: query.from ?? first,
      to: query.to ?? last,
      chiSquare: { value, degrees: DEGREES_OF_FREEDOM, p: chiSquareTail(value, DEGREES_OF_FREEDOM) },
    };
  };

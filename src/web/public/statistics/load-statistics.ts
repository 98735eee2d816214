/** The loader of the statistics, in both languages. */
import type { LoaderFunctionArgs } from 'react-router';
import { istDateOf } from '../../../core/ist-time.ts';
import { evennessOf } from '../../../core/statistics/evenness.ts';
import { livePage } from '../../live/live-lists.ts';
import { pageServices } from '../../page-services.ts';
import { layOutHeatMap, rangeAround, SINCE_RANGE } from './heat-map.ts';
import { firstDateOf, readChoice } from './statistics-address.ts';
import { layOutSums } from './sum-chart.ts';

export async function loadStatistics({ context, request }: LoaderFunctionArgs) {
  const services = context.get(pageServices);
  const cursor = services.cursor();
  const today = istDateOf(services.now());
  const choice = readChoice(new URL(request.url).searchParams);
  const { draws, from, to, positions, lastTwo, since, sums, repeats, chiSquare } = await services.statistics({
    slot: choice.slot ?? undefined,
    from: firstDateOf(choice.span, today),
  });
  return {
    ...livePage({ cursor }),
    today,
    choice,
    draws,
    from,
    to,
    positions: layOutHeatMap(positions, rangeAround(draws, 0.1)),
    since: layOutHeatMap(since, SINCE_RANGE),
    lastTwo: layOutHeatMap(lastTwo, rangeAround(draws, 0.01)),
    sums: { results: sums, ...layOutSums(sums, draws) },
    repeats,
    evenness: { grade: evennessOf(draws, chiSquare.p), ...chiSquare },
  };
}

export type StatisticsData = Awaited<ReturnType<typeof loadStatistics>>;

/** The statistics in English. */
import { enStatistics } from '../../i18n/en-statistics.ts';
import { sharedFor } from '../caching.ts';
import type { Route } from './+types/english-statistics.ts';
import { loadStatistics } from './load-statistics.ts';
import { StatisticsPage } from './statistics-page.tsx';

export const headers = sharedFor(5);

export const loader = loadStatistics;

export default function EnglishStatistics({ loaderData }: Route.ComponentProps) {
  return <StatisticsPage texts={enStatistics} loaderData={loaderData} />;
}

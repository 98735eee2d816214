/** The statistics in Malayalam. */
import { mlStatistics } from '../../i18n/ml-statistics.ts';
import { sharedFor } from '../caching.ts';
import type { Route } from './+types/malayalam-statistics.ts';
import { loadStatistics } from './load-statistics.ts';
import { StatisticsPage } from './statistics-page.tsx';

export const headers = sharedFor(5);

export const loader = loadStatistics;

export default function MalayalamStatistics({ loaderData }: Route.ComponentProps) {
  return <StatisticsPage texts={mlStatistics} loaderData={loaderData} />;
}

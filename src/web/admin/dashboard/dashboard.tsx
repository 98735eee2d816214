/** The dashboard: how today stands, what comes next, and how the server is. */
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { Dashboard } from '../../../contract/dashboard.ts';
import { ACTION } from '../../components/actions.ts';
import { useToday } from '../../hooks/use-today.ts';
import { useQuery } from '../data/use-query.ts';
import { useRegularLook } from '../data/use-regular-look.ts';
import { ListSkeleton, LoadProblem } from '../lists/query-state.tsx';
import { ScreenTitle } from '../widgets/screen-title.tsx';
import { RecentResults } from './recent-results.tsx';
import { ServerFigures } from './server-figures.tsx';
import { Today } from './today.tsx';
import { Visitors } from './visitors.tsx';
import { Warnings } from './warnings.tsx';

/** Visitors come and go without a word to the panel, and so does the next action: they are asked for. */
const REFRESH_MS = 5_000;

export default function DashboardScreen() {
  const today = useToday();
  const { data, error, refetch } = useQuery<Dashboard>('/api/admin/dashboard', ['draws', 'settings']);

  useRegularLook(refetch, REFRESH_MS);
  useEffect(() => {
    if (data && data.date !== today) void refetch();
  }, [data, today, refetch]);

  return (
    <>
      <ScreenTitle
        actions={
          <Link to="/admin/draws" className={ACTION}>
            Manage draws
          </Link>
        }
      >
        Dashboard
      </ScreenTitle>
      {error && <LoadProblem hasData={data !== undefined} onRetry={refetch} />}
      {data && <Figures dashboard={data} />}
      {!data && !error && <ListSkeleton label="Loading the dashboard" rows={4} />}
    </>
  );
}

const Figures = ({ dashboard }: { dashboard: Dashboard }) => (
  <div className="space-y-4">
    <Warnings warnings={dashboard.warnings} />
    <Today dashboard={dashboard} />
    <div className="grid gap-4 xl:grid-cols-[3fr_2fr]">
      <RecentResults draws={dashboard.recentResults} />
      <Visitors dashboard={dashboard} />
    </div>
    <ServerFigures dashboard={dashboard} />
  </div>
);

/** The dashboard: warnings, today's draws, recent results, visitors and the server. */
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { Dashboard } from '../../../contract/dashboard.ts';
import { ACTION } from '../../components/actions.ts';
import { useToday } from '../../hooks/use-today.ts';
import { useAdminQuery } from '../data/queries.ts';
import { QueryView } from '../lists/query-view.tsx';
import { ScreenTitle } from '../widgets/screen-title.tsx';
import { RecentResults } from './recent-results.tsx';
import { ServerFigures } from './server-figures.tsx';
import { Today } from './today.tsx';
import { Visitors } from './visitors.tsx';

/** The live stream does not carry the number of visitors and the next action. */
const REFRESH_MS = 5_000;

export default function DashboardScreen() {
  const today = useToday();
  const query = useAdminQuery<Dashboard>(
    '/api/admin/dashboard',
    ['draws', 'settings', 'backups'],
    REFRESH_MS,
  );
  const { data, refetch } = query;

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
      <QueryView query={query} label="Loading the dashboard" rows={4}>
        {(dashboard) => <Figures dashboard={dashboard} />}
      </QueryView>
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

function Warnings({ warnings }: Pick<Dashboard, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <section
      aria-label="Warnings"
      className="rounded-card border-2 border-ember bg-cloth px-4 py-3 font-semibold text-ember"
    >
      <ul className="space-y-1">
        {warnings.map(({ code, text }) => (
          <li key={code}>{text}</li>
        ))}
      </ul>
    </section>
  );
}

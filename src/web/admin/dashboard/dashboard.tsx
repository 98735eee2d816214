/** The dashboard: what needs attention, today's draws, recent results, visitors, the log, backups and the server. */
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Dashboard } from '../../../contract/dashboard.ts';
import { ACTION } from '../../components/control-classes.ts';
import { useToday } from '../../server-time/use-today.ts';
import { useInvalidation } from '../api/query-client.ts';
import { AttentionList } from '../attention/attention-list.tsx';
import { Backups } from '../backups/backups.tsx';
import { useAdminQuery } from '../data/queries.ts';
import { DrawEditor } from '../draws/draw-editor.tsx';
import { DASHBOARD_PATH, DASHBOARD_TABLES } from '../draws/draw-queries.ts';
import { DrawSavingProvider } from '../draws/draw-saving.tsx';
import type { DateAndSlot } from '../draws/use-draw-editor.ts';
import { QueryView } from '../lists/query-view.tsx';
import { useSession } from '../session/session.tsx';
import { ScreenTitle } from '../widgets/screen-title.tsx';
import { TEXT_LINK } from '../widgets/text-link.ts';
import { PublicLog } from './public-log.tsx';
import { RecentResults } from './recent-results.tsx';
import { ServerFigures } from './server-figures.tsx';
import { Today } from './today.tsx';
import { Visitors } from './visitors.tsx';

/** The live stream does not carry the number of visitors and the next action. */
const REFRESH_MS = 5_000;

export default function DashboardScreen() {
  const today = useToday();
  const invalidate = useInvalidation();
  const [added, setAdded] = useState<DateAndSlot | null>(null);
  const query = useAdminQuery<Dashboard>(DASHBOARD_PATH, DASHBOARD_TABLES, { refetchInterval: REFRESH_MS });
  const { data, refetch } = query;

  useEffect(() => {
    if (data && data.date !== today) void refetch();
  }, [data, today, refetch]);

  return (
    <DrawSavingProvider>
      <ScreenTitle
        actions={
          <Link to="/admin/draws" className={ACTION}>
            Manage draws
          </Link>
        }
      >
        Dashboard
      </ScreenTitle>
      <div className="space-y-4">
        <AttentionList onAdd={setAdded} />
        <QueryView query={query} label="Loading the dashboard" rows={4}>
          {(dashboard) => <Figures dashboard={dashboard} onAdd={setAdded} />}
        </QueryView>
      </div>
      {added && (
        <DrawEditor
          draw={null}
          dateAndSlot={added}
          current={undefined}
          onSaved={() => void invalidate('draws')}
          onClosed={() => setAdded(null)}
        />
      )}
    </DrawSavingProvider>
  );
}

interface FiguresProps {
  dashboard: Dashboard;
  onAdd(dateAndSlot: DateAndSlot): void;
}

function Figures({ dashboard, onAdd }: FiguresProps) {
  const { me } = useSession();
  return (
    <>
      <Today dashboard={dashboard} onAdd={onAdd} />
      <div className="grid gap-4 xl:grid-cols-[3fr_2fr]">
        <RecentResults draws={dashboard.recentResults} />
        <Visitors dashboard={dashboard} />
      </div>
      <PublicLog log={dashboard.publicLog} />
      {me.role === 'admin' && (
        <Backups limit={3}>
          <Link to="/admin/timings" className={TEXT_LINK}>
            All backups
          </Link>
        </Backups>
      )}
      <ServerFigures dashboard={dashboard} />
    </>
  );
}

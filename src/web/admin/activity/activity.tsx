/** The activity screen: who did what and when, with what it was before and after. */
import { ACTIVITY_TYPES, type ActivityEntry } from '../../../contract/activity.ts';
import { LIVE_TABLES } from '../../../contract/live.ts';
import { ACTION } from '../../components/actions.ts';
import { DownloadIcon } from '../../components/icons.tsx';
import { useFilters } from '../data/use-filters.ts';
import { usePages } from '../data/use-pages.ts';
import { ListView } from '../ui/list-view.tsx';
import { ScreenTitle } from '../ui/screen-title.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { EntryCard } from './entry-card.tsx';

export default function ActivityScreen() {
  const filters = useFilters();
  const asked = {
    type: ACTIVITY_TYPES.find((type) => type === filters.of('type')),
    user: filters.of('user'),
    from: filters.of('from'),
    to: filters.of('to'),
  };
  const pages = usePages<ActivityEntry>('/api/admin/activity', asked, LIVE_TABLES);
  const query = new URLSearchParams(
    Object.entries(asked).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );

  const actions = (
    <>
      <button type="button" className={ACTION} onClick={pages.refetch}>
        Refresh
      </button>
      <a href={`/api/admin/activity.csv?${query}`} download className={ACTION}>
        <DownloadIcon />
        Export CSV
      </a>
    </>
  );
  return (
    <>
      <ScreenTitle actions={actions}>Activity</ScreenTitle>
      <ActivityFilters filters={filters} />
      <ListView
        pages={pages}
        label="activity"
        empty={
          filters.any
            ? {
                title: 'No activity found',
                text: 'Nothing was recorded that fits these filters.',
                action: (
                  <button type="button" className={ACTION} onClick={filters.clear}>
                    Clear Filters
                  </button>
                ),
              }
            : {
                title: 'No activity found',
                text: 'Everything that people and automation do is recorded here.',
              }
        }
      >
        {(entries) => (
          <ol className="grid gap-2">
            {entries.map((entry) => (
              <EntryCard key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </ListView>
    </>
  );
}

/** The activity screen: who did what and when, with what it was before and after. */
import type { ActivityEntry, ActivityUsers } from '../../../contract/activity.ts';
import { useAdminQuery, useList } from '../data/queries.ts';

import { ExportLink } from '../lists/export-link.tsx';
import { ClearFilters, ListView } from '../lists/list-view.tsx';
import { useFilters } from '../lists/use-filters.ts';
import { ScreenTitle } from '../widgets/screen-title.tsx';
import { ActivityDays } from './activity-days.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { csvPath, isFiltered, readAsked } from './asked-activity.ts';

export default function ActivityScreen() {
  const filters = useFilters();
  const asked = readAsked(filters);
  const list = useList<ActivityEntry>('/api/admin/activity', asked, ['activity']);
  const users = useAdminQuery<ActivityUsers>('/api/admin/activity/users', ['activity']);
  return (
    <>
      <ScreenTitle actions={<ExportLink path={csvPath(asked)} />}>Activity</ScreenTitle>
      <ActivityFilters asked={asked} users={users.data?.items ?? []} onChoose={filters.set} />
      <ListView
        list={list}
        label="activity"
        empty={
          isFiltered(asked)
            ? {
                title: 'No activity found',
                text: 'Nothing was recorded that fits these filters.',
                action: <ClearFilters onClear={filters.clear} />,
              }
            : {
                title: 'No activity found',
                text: 'Everything that people and automation do is recorded here.',
              }
        }
      >
        {(entries) => <ActivityDays entries={entries} />}
      </ListView>
    </>
  );
}

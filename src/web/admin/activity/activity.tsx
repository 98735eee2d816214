/** The activity screen: who did what and when, with what it was before and after. */
import type { ActivityEntry, ActivityUsers } from '../../../contract/activity.ts';
import { useAdminQuery, useList } from '../data/queries.ts';
import { ExportLink } from '../lists/export-link.tsx';
import { ListSearch } from '../lists/list-search.tsx';
import { ClearFilters, ListView } from '../lists/list-view.tsx';
import { useFilters } from '../lists/use-filters.ts';
import { ScreenTitle } from '../widgets/screen-title.tsx';
import { ActivityDays } from './activity-days.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { isFiltered, readFilterValues } from './filter-values.ts';

export default function ActivityScreen() {
  const filters = useFilters();
  const filterValues = readFilterValues(filters);
  const list = useList<ActivityEntry>('/api/admin/activity', filterValues, ['activity']);
  const users = useAdminQuery<ActivityUsers>('/api/admin/activity/users', ['activity']);
  return (
    <>
      <ScreenTitle actions={<ExportLink path="/api/admin/activity.csv" filterValues={filterValues} />}>
        Activity
      </ScreenTitle>
      <ListSearch filters={filters} hint="Action, name, draw number, result or any other value" />
      <ActivityFilters filterValues={filterValues} users={users.data?.items ?? []} onChoose={filters.set} />
      <ListView
        list={list}
        label="activity"
        empty={
          isFiltered(filterValues)
            ? {
                title: 'No activity found',
                text: 'Nothing was recorded that fits this search.',
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

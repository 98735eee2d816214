/** The activity screen: who did what and when, with what it was before and after. */

import { ClearFilters } from '../lists/clear-filters.tsx';
import { ExportLink } from '../lists/export-link.tsx';
import { ListView } from '../lists/list-view.tsx';
import { useFilters } from '../lists/use-filters.ts';
import { ScreenTitle } from '../widgets/screen-title.tsx';
import { ActivityDays } from './activity-days.tsx';
import { ActivityFilters } from './activity-filters.tsx';
import { csvPath, isFiltered, readAsked } from './asked-activity.ts';
import { useActivity } from './use-activity.ts';

export default function ActivityScreen() {
  const filters = useFilters();
  const asked = readAsked(filters);
  const { pages, users } = useActivity(asked);
  return (
    <>
      <ScreenTitle actions={<ExportLink path={csvPath(asked)} />}>Activity</ScreenTitle>
      <ActivityFilters asked={asked} users={users} onChoose={filters.set} />
      <ListView
        pages={pages}
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

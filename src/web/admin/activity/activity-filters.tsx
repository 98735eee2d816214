/** Which part of the record is shown. */
import { useCallback } from 'react';
import { ACTIVITY_TYPES, type ActivityType } from '../../../contract/activity.ts';
import { SearchBox } from '../../components/search-box.tsx';
import type { Filters } from '../data/use-filters.ts';
import { SelectField, TextField } from '../ui/field.tsx';

export const TYPE_NAMES: Record<ActivityType, string> = {
  draw: 'Draws',
  news: 'News',
  faq: 'FAQs',
  contact: 'Contacts',
  user: 'Users',
  settings: 'Settings',
  system: 'System',
};

export function ActivityFilters({ filters }: { filters: Filters }) {
  const search = useCallback((text: string) => filters.set('user', text), [filters.set]);
  return (
    <div className="mb-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <SelectField
        label="Type"
        value={filters.of('type')}
        onChange={(event) => filters.set('type', event.currentTarget.value)}
      >
        <option value="">All</option>
        {ACTIVITY_TYPES.map((type) => (
          <option key={type} value={type}>
            {TYPE_NAMES[type]}
          </option>
        ))}
      </SelectField>
      <SearchBox label="User" hint="Name, or System" asked={filters.of('user')} onSearch={search} />
      <TextField
        label="From"
        type="date"
        value={filters.of('from')}
        max={filters.of('to') || undefined}
        onChange={(event) => filters.set('from', event.currentTarget.value)}
      />
      <TextField
        label="To"
        type="date"
        value={filters.of('to')}
        min={filters.of('from') || undefined}
        onChange={(event) => filters.set('to', event.currentTarget.value)}
      />
    </div>
  );
}

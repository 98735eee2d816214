/** The filters of the activity log. */
import { ACTIVITY_TYPES } from '../../../contract/activity.ts';
import { isIstDate } from '../../../core/ist-time.ts';
import { SelectField } from '../forms/field.tsx';
import { PeriodField } from '../lists/period-field.tsx';
import type { ActivityFilterValues } from './filter-values.ts';
import { TYPE_NAMES } from './type-names.ts';

interface ActivityFiltersProps {
  filterValues: ActivityFilterValues;
  users: readonly string[];
  onChoose(name: keyof ActivityFilterValues, value: string): void;
}

export function ActivityFilters({ filterValues, users, onChoose }: ActivityFiltersProps) {
  // The name in the address is an option even before the list of names is loaded.
  const names = new Set([...users, ...(filterValues.user ? [filterValues.user] : [])]);
  return (
    <search className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <SelectField
        label="Type"
        value={filterValues.type}
        onChange={(event) => onChoose('type', event.currentTarget.value)}
      >
        <option value="">All types</option>
        {ACTIVITY_TYPES.map((type) => (
          <option key={type} value={type}>
            {TYPE_NAMES[type]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="User"
        value={filterValues.user}
        onChange={(event) => onChoose('user', event.currentTarget.value)}
      >
        <option value="">Everyone</option>
        {[...names].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <PeriodField
        label="From"
        type="date"
        chosen={filterValues.from}
        isWhole={isIstDate}
        onChoose={(date) => onChoose('from', date)}
      />
      <PeriodField
        label="To"
        type="date"
        chosen={filterValues.to}
        isWhole={isIstDate}
        onChoose={(date) => onChoose('to', date)}
      />
    </search>
  );
}

/** The filters of the list of users: a search, the role and the state. */
import { SelectField } from '../forms/field.tsx';
import { ListSearch } from '../lists/list-search.tsx';
import type { Filters } from '../lists/use-filters.ts';
import type { UserFilterValues } from './filter-values.ts';
import { ROLE_NAMES } from './role-names.ts';
import { USER_STATES } from './user-state.ts';

const STATE_NAMES = { active: 'Active', invited: 'Invited', disabled: 'Disabled' } as const;

interface UserFilterBarProps {
  filters: Filters;
  filterValues: UserFilterValues;
}

export const UserFilterBar = ({ filters, filterValues: { role, state } }: UserFilterBarProps) => (
  <ListSearch filters={filters} hint="Name or e-mail">
    <SelectField
      label="Role"
      value={role}
      onChange={({ currentTarget }) => filters.set('role', currentTarget.value)}
    >
      <option value="">All roles</option>
      {Object.entries(ROLE_NAMES).map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </SelectField>
    <SelectField
      label="State"
      value={state}
      onChange={({ currentTarget }) => filters.set('state', currentTarget.value)}
    >
      <option value="">All states</option>
      {USER_STATES.map((each) => (
        <option key={each} value={each}>
          {STATE_NAMES[each]}
        </option>
      ))}
    </SelectField>
  </ListSearch>
);

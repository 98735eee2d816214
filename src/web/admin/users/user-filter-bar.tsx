/** The filters of the list of users: a search, the role and the state. */
import { FIELD, LABEL } from '../../components/control-classes.ts';
import { SelectField } from '../forms/field.tsx';
import { useSearchKey } from '../keys/keys.tsx';
import { ROLE_NAMES } from './role-names.ts';
import { USER_STATES, type UserFilter } from './user-state.ts';

const STATE_NAMES = { active: 'Active', invited: 'Invited', disabled: 'Disabled' } as const;

interface UserFilterBarProps {
  filter: UserFilter;
  onChange(filter: UserFilter): void;
}

export function UserFilterBar({ filter, onChange }: UserFilterBarProps) {
  useSearchKey();
  return (
    <search className="mb-5 grid grid-cols-2 gap-3 sm:grid-cols-[1fr_11rem_11rem]">
      <label className="col-span-2 sm:col-span-1">
        <span className={LABEL}>Search</span>
        <input
          type="search"
          value={filter.text}
          maxLength={100}
          placeholder="Name or e-mail"
          autoComplete="off"
          className={FIELD}
          onChange={({ currentTarget }) => onChange({ ...filter, text: currentTarget.value })}
        />
      </label>
      <SelectField
        label="Role"
        value={filter.role}
        onChange={({ currentTarget }) =>
          onChange({ ...filter, role: currentTarget.value as UserFilter['role'] })
        }
      >
        <option value="all">All roles</option>
        {Object.entries(ROLE_NAMES).map(([role, name]) => (
          <option key={role} value={role}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="State"
        value={filter.state}
        onChange={({ currentTarget }) =>
          onChange({ ...filter, state: currentTarget.value as UserFilter['state'] })
        }
      >
        <option value="all">All states</option>
        {USER_STATES.map((state) => (
          <option key={state} value={state}>
            {STATE_NAMES[state]}
          </option>
        ))}
      </SelectField>
    </search>
  );
}

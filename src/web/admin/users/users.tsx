/** The Users screen: who may use the panel, and as what. */
import { useState } from 'react';
import type { ListedStaff } from '../../../contract/users.ts';
import { MAIN_ACTION } from '../../components/control-classes.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { useInvalidation } from '../api/query-client.ts';
import { useWholeList } from '../data/queries.ts';
import { useKey } from '../keys/keys.tsx';
import { ClearFilters } from '../lists/list-view.tsx';
import { QueryView } from '../lists/query-view.tsx';
import { useFilters } from '../lists/use-filters.ts';
import { PlusIcon } from '../widgets/panel-icons.tsx';
import { ScreenTitle } from '../widgets/screen-title.tsx';
import { AddUserDialog } from './add-user-dialog.tsx';
import { findUsers, readFilterValues } from './filter-values.ts';
import { UserFilterBar } from './user-filter-bar.tsx';
import { UserList } from './user-list.tsx';

export default function Users() {
  /** All accounts, so that a search finds any of them. */
  const users = useWholeList<ListedStaff>('/api/admin/users', ['users']);
  const invalidate = useInvalidation();
  const refetch = () => invalidate('users');
  const filters = useFilters();
  const filterValues = readFilterValues(filters);
  const [isAdding, setAdding] = useState(false);
  useKey('n', 'Add user', () => setAdding(true));
  return (
    <>
      <ScreenTitle
        actions={
          <button type="button" className={MAIN_ACTION} onClick={() => setAdding(true)}>
            <PlusIcon />
            Add user
          </button>
        }
      >
        Users
      </ScreenTitle>
      <UserFilterBar filters={filters} filterValues={filterValues} />
      <QueryView query={users} label="Loading users" rows={4}>
        {(all) => (
          <FoundUsers users={findUsers(all, filterValues)} onShowAll={filters.clear} onChanged={refetch} />
        )}
      </QueryView>
      {isAdding && <AddUserDialog onClosed={() => setAdding(false)} onAdded={refetch} />}
    </>
  );
}

interface FoundUsersProps {
  users: ListedStaff[];
  onShowAll(): void;
  onChanged(): Promise<void>;
}

/** The list is never empty: the current user has an account. */
const FoundUsers = ({ users, onShowAll, onChanged }: FoundUsersProps) =>
  users.length > 0 ? (
    <UserList users={users} onChanged={onChanged} />
  ) : (
    <EmptyState title="No users found" text="Nobody has such a name or address in that role and state.">
      <ClearFilters onClear={onShowAll} />
    </EmptyState>
  );

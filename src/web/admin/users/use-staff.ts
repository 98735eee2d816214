/** All accounts, so that a search finds any of them. */
import type { ListedStaff } from '../../../contract/users.ts';
import { type Pages, useWholeList } from '../data/use-pages.ts';
import { useRegularLook } from '../data/use-regular-look.ts';

export function useStaff(): Pages<ListedStaff> {
  const staff = useWholeList<ListedStaff>('/api/admin/users', []);
  useRegularLook(staff.refetch);
  return staff;
}

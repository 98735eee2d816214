/** All accounts, so that a search finds any of them. */
import type { Staff } from '../../../contract/users.ts';
import { type Pages, useWholeList } from '../data/use-pages.ts';
import { useRegularLook } from '../data/use-regular-look.ts';

export function useStaff(): Pages<Staff> {
  const staff = useWholeList<Staff>('/api/admin/users', []);
  useRegularLook(staff.refetch);
  return staff;
}

/** The activity log of what Better Auth does: signing in and out, passwords changed, the second factor. */
import type { SignedInStaff } from '../../../contract/accounts.ts';
import { perform } from '../act.ts';
import type { ServiceContext } from '../context.ts';
import type { Fields } from '../snapshots.ts';
import { userEvent } from './user-records.ts';

export const recordAccountEvent = (
  services: ServiceContext,
  action: string,
  { id, name, email }: Pick<SignedInStaff, 'id' | 'name' | 'email'>,
  details: Fields | null = null,
): Promise<void> =>
  perform(services, { id, name }, ({ record }) => record(userEvent(action, { id, email }, details)));

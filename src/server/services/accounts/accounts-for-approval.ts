/** Approval by a second person needs two people who can sign in. */
import type { Staff } from '../../../contract/users.ts';
import { ACCOUNTS_FOR_APPROVAL } from '../../../core/approval.ts';
import { AppError } from '../../errors.ts';
import { countActiveUsers } from '../../storage/accounts/users-store.ts';
import { readSettings } from '../../storage/operations/settings-store.ts';
import type { Reader } from '../../storage/schema.ts';

export async function expectAccountsForApproval(db: Reader, detail?: string): Promise<void> {
  if ((await countActiveUsers(db)) >= ACCOUNTS_FOR_APPROVAL) return;
  throw new AppError('one-account', detail === undefined ? {} : { detail });
}

const isActive = ({ disabled, canSignIn }: Staff): boolean => !disabled && canSignIn;

/** Checked after the change, inside the transaction. `after` is null for a deleted account. */
export async function refuseTooFewForApproval(tx: Reader, before: Staff, after: Staff | null): Promise<void> {
  if (!isActive(before) || (after && isActive(after))) return;
  if ((await readSettings(tx)).settings.approval === 'off') return;
  await expectAccountsForApproval(tx, NEEDED);
}

const NEEDED =
  'Results need the approval of a second person, and then only one active account would be left. Turn approval off first, or add another account.';

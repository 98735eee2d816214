/** A site on which results need the approval of a second person. */
import type { AdminDraw, DrawPatch } from '../../src/contract/draws.ts';
import type { Actor } from '../../src/core/actor.ts';
import type { Approval } from '../../src/core/approval.ts';
import { createUser } from '../../src/server/services/accounts/users.ts';
import type { ServiceContext } from '../../src/server/services/context.ts';
import { editDraw } from '../../src/server/services/draws/draws.ts';
import { perform } from '../../src/server/services/perform.ts';
import { saveSettings } from '../../src/server/services/settings.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { readSettings } from '../../src/server/storage/operations/settings-store.ts';
import { openSiteWithLog } from './log-entries.ts';
import type { TestContext } from './services-context.ts';

export const ASHA: Actor = { id: 'asha', name: 'Asha' };
export const MEERA: Actor = { id: 'meera', name: 'Meera' };
export const RAVI: Actor = { id: 'ravi', name: 'Ravi' };

export const withDigits = (digits: string): DrawPatch => {
  const [digit1, digit2, digit3, digit4, digit5] = digits;
  return { digit1, digit2, digit3, digit4, digit5 };
};

export const digitsOf = (draw: AdminDraw): string =>
  draw.digit1 + draw.digit2 + draw.digit3 + draw.digit4 + draw.digit5;

export async function setApproval(services: ServiceContext, approval: Approval): Promise<void> {
  const { settings } = await readSettings(services.database.db);
  await saveSettings(services, { settings: { ...settings, approval } }, ASHA);
}

export const addAccounts = (services: ServiceContext, ...actors: Actor[]): Promise<void> =>
  perform(services, ASHA, async (change) => {
    for (const { id, name } of actors) {
      const user = { id: id ?? '', name, email: `${id}@example.org`, role: 'admin' as const };
      await createUser(services, change, user, 'a hash of no password');
    }
  });

/** With an open log, two people and approval turned on. */
export async function openApprovalSite(database: Database): Promise<TestContext> {
  const site = await openSiteWithLog(database);
  await addAccounts(site, ASHA, MEERA);
  await setApproval(site, 'entered');
  return site;
}

export const edit = (
  site: ServiceContext,
  { id }: AdminDraw,
  patch: DrawPatch,
  by: Actor = ASHA,
): Promise<AdminDraw> => editDraw(site, { id, patch }, by);

/** The first drafts of a day, which must exist. */
export function firstTwo([first, second]: readonly AdminDraw[]): [AdminDraw, AdminDraw] {
  if (!first || !second) throw new Error('there are no drafts');
  return [first, second];
}

/** Changes of accounts, of the activity log and of backups: staff streams get only the table and id, to fetch again. */
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adminChangeSchema, INVALIDATION_TABLES } from '../../src/contract/live.ts';
import { SYSTEM } from '../../src/core/actor.ts';
import { HOUR, MINUTE, SECOND } from '../../src/core/ist-time.ts';
import { inviteAgain } from '../../src/server/services/accounts/invitations.ts';
import { setPassword } from '../../src/server/services/accounts/password-reset.ts';
import {
  endAllSessions,
  endSession,
  resetTwoFactor,
} from '../../src/server/services/accounts/user-access.ts';
import { addUser, changeUser, deleteUser } from '../../src/server/services/accounts/users.ts';
import { claimRedelivery, claimTest } from '../../src/server/services/webhooks/attempts-on-demand.ts';
import { deleteWebhook, editWebhook } from '../../src/server/services/webhooks/webhooks.ts';
import type { Database } from '../../src/server/storage/engines/database.ts';
import { readFeed, readFeedState } from '../../src/server/storage/feed/feed-store.ts';
import { updateDelivery } from '../../src/server/storage/webhooks/deliveries-store.ts';
import { makeDataDir } from '../support/data-dir.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { stepTimeFrom } from '../support/stepped-time.ts';
import { type AuthSite, createAuthSite, OWNER } from './auth-site.ts';
import { ADMIN, makeBackups, NOON } from './backup-site.ts';
import { openWebhookSite } from './webhook-site.ts';

/** Returns a function that reads the new feed entries as `TYPE table`, and checks that they contain only ids. */
function followFeed({ db }: Database) {
  let seen = 0;
  return async (): Promise<{ changes: string[]; ids: string[] }> => {
    const entries = await readFeed(db, 'admin', seen, 1_000);
    seen = entries.at(-1)?.id ?? seen;
    for (const { table, type, rowId, row } of entries) {
      expect(adminChangeSchema.parse({ table, type, row: JSON.parse(row) }).row).toEqual({ id: rowId });
      expect(INVALIDATION_TABLES).toContain(table as (typeof INVALIDATION_TABLES)[number]);
    }
    return {
      changes: entries.map(({ type, table }) => `${type} ${table}`),
      ids: entries.filter(({ table }) => table !== 'activity').map(({ rowId }) => rowId),
    };
  };
}

const publicHead = async ({ db }: Database) => (await readFeedState(db)).public.head;

async function signUpOwner(site: AuthSite) {
  const browser = site.browser();
  expect((await browser.signUp()).status).toBe(200);
  const { id } = await (await browser.get('/guarded/staff')).json();
  return { browser, id: id as string };
}

describeOnBothDatabases('a change of an account', (engine) => {
  test('by an Admin adds one change of users and one of activity', async () => {
    const database = await engine.open();
    const { auth } = await createAuthSite(database);
    await addUser(auth.accounts, { ...OWNER, role: 'admin' }, SYSTEM);
    const readNew = followFeed(database);
    await readNew();
    const { id } = await addUser(auth.accounts, { email: 'ravi@example.org', role: 'editor' }, SYSTEM);
    expect(await readNew()).toEqual({ changes: ['INSERT users', 'INSERT activity'], ids: [id] });

    const updated = { changes: ['UPDATE users', 'INSERT activity'], ids: [id] };
    await inviteAgain(auth.accounts, id, SYSTEM);
    expect(await readNew()).toEqual(updated);
    const { password } = OWNER;
    await setPassword(auth.accounts, { email: 'ravi@example.org', password }, SYSTEM);
    expect(await readNew()).toEqual(updated);
    for (const patch of [
      { role: 'admin' },
      { name: 'Ravi K' },
      { disabled: true },
      { disabled: false },
    ] as const) {
      await changeUser(auth.accounts, { id, patch }, SYSTEM);
      expect(await readNew()).toEqual(updated);
    }
    await changeUser(auth.accounts, { id, patch: { name: 'Ravi K' } }, SYSTEM);
    expect(await readNew()).toEqual({ changes: [], ids: [] });
    await database.write((tx) => tx.updateTable('user').set({ twoFactorEnabled: true }).execute());
    await resetTwoFactor(auth.accounts, id, SYSTEM);
    expect(await readNew()).toEqual(updated);

    await deleteUser(auth.accounts, { id }, SYSTEM);
    expect(await readNew()).toEqual({ changes: ['DELETE users', 'INSERT activity'], ids: [id] });
    expect(await publicHead(database)).toBe(0);
  });

  engine.onSqlite('by its owner does so too, including signing in and out', async () => {
    const site = await createAuthSite(await engine.open());
    const readNew = followFeed(site.database);
    const { browser, id } = await signUpOwner(site);
    expect(await readNew()).toEqual({
      changes: ['INSERT users', 'INSERT activity', 'UPDATE users', 'INSERT activity'],
      ids: [id, id],
    });
    const updated = { changes: ['UPDATE users', 'INSERT activity'], ids: [id] };
    const newPassword = 'eight green parrots';
    const actions: (() => Promise<Response>)[] = [
      () => browser.post('/api/auth/change-password', { currentPassword: OWNER.password, newPassword }),
      () => site.browser().signIn({ email: OWNER.email, password: newPassword }),
      () => browser.post('/api/auth/revoke-other-sessions'),
      () => browser.post('/api/auth/request-password-reset', { email: OWNER.email }),
      () => browser.post('/api/auth/sign-out'),
    ];
    for (const act of actions) {
      expect((await act()).status).toBe(200);
      expect(await readNew()).toEqual(updated);
    }
    expect((await browser.signIn()).status).toBe(401);
    expect(await readNew()).toEqual({ changes: [], ids: [] });
    expect(await publicHead(site.database)).toBe(0);
  });

  engine.onSqlite('is added when an Admin ends its sessions', async () => {
    const site = await createAuthSite(await engine.open());
    const { id } = await signUpOwner(site);
    const readNew = followFeed(site.database);
    await readNew();
    const { id: sessionId } = await site.database.db
      .selectFrom('session')
      .select('id')
      .executeTakeFirstOrThrow();
    await endSession(site.auth.accounts, { userId: id, sessionId }, SYSTEM);
    await endAllSessions(site.auth.accounts, id, SYSTEM);
    expect(await readNew()).toEqual({
      changes: ['UPDATE users', 'INSERT activity', 'UPDATE users', 'INSERT activity'],
      ids: [id, id],
    });
  });

  test('is not added when it is rolled back', async () => {
    const database = await engine.open();
    const { auth } = await createAuthSite(database);
    const owner = await addUser(auth.accounts, { ...OWNER, role: 'admin' }, SYSTEM);
    const readNew = followFeed(database);
    await readNew();
    await expect(deleteUser(auth.accounts, { id: owner.id }, SYSTEM)).rejects.toMatchObject({
      code: 'last-admin',
    });
    expect(await readNew()).toEqual({ changes: [], ids: [] });
  });
});

describeOnBothDatabases('a backup', ({ newLocation, open, onSqlite }) => {
  let folder = '';
  let removeDataDir = () => {};
  beforeEach(() => {
    const dataDir = makeDataDir();
    folder = join(dataDir.path, 'backups');
    removeDataDir = dataDir.remove;
  });
  afterEach(() => removeDataDir());

  test('adds changes from start to end, when a newer one replaces it, and when its copy is lost', async () => {
    const location = await newLocation();
    const database = await open(location);
    const time = stepTimeFrom(NOON);
    const readNew = followFeed(database);
    const backups = makeBackups(database, location, folder, { ...time, everyHours: 0 });
    const first = await backups.run(ADMIN);
    const { changes, ids } = await readNew();
    expect(new Set(ids)).toEqual(new Set([first.id]));
    expect(changes[0]).toBe('INSERT backups');
    expect(changes.slice(-2)).toEqual(['UPDATE backups', 'INSERT activity']);
    expect(new Set(changes.slice(1, -1))).toEqual(new Set(['UPDATE backups']));

    time.clock.moveBy(MINUTE);
    const second = await backups.run(ADMIN);
    const afterSecond = await readNew();
    expect(afterSecond.changes.at(-1)).toBe('DELETE backups');
    expect(afterSecond.ids.at(-1)).toBe(first.id);

    rmSync(join(folder, second.file));
    await backups.startSchedule();
    await time.advanceBy(31 * SECOND);
    await backups.stop();
    expect(await readNew()).toEqual({ changes: ['UPDATE backups'], ids: [second.id] });
    expect(await publicHead(database)).toBe(0);
  });

  onSqlite('adds changes when it fails, and when its process has ended', async () => {
    const location = await newLocation();
    const database = await open(location);
    const time = stepTimeFrom(NOON);
    const readNew = followFeed(database);
    writeFileSync(folder, 'no folder');
    const backups = makeBackups(database, location, folder, { ...time, everyHours: 0 });
    const { id, status } = await backups.run(ADMIN);
    expect(status).toBe('failed');
    const { changes, ids } = await readNew();
    expect(new Set(ids)).toEqual(new Set([id]));
    expect(changes.slice(-2)).toEqual(['UPDATE backups', 'INSERT activity']);

    await database.write((tx) => tx.updateTable('backups').set({ status: 'running' }).execute());
    time.clock.moveBy(HOUR);
    const next = await backups.run(ADMIN);
    expect((await readNew()).changes.slice(0, 2)).toEqual(['UPDATE backups', 'INSERT backups']);
    expect(next.id).not.toBe(id);
  });
});

describeOnBothDatabases('a change of a webhook', (engine) => {
  test('adds one change of webhooks and one of activity', async () => {
    const site = await openWebhookSite(engine);
    const readNew = followFeed(site.database);
    const { id } = await site.add({ url: 'http://127.0.0.1:1/' });
    expect(await readNew()).toEqual({ changes: ['INSERT webhooks', 'INSERT activity'], ids: [id] });
    const { id: deliveryId } = await claimTest(site, id, ADMIN);
    expect(await readNew()).toEqual({ changes: ['UPDATE webhooks', 'INSERT activity'], ids: [id] });
    await site.database.write((tx) => updateDelivery(tx, deliveryId, { claimed_until: null }));
    await claimRedelivery(site, { webhookId: id, deliveryId }, ADMIN);
    expect(await readNew()).toEqual({ changes: ['UPDATE webhooks', 'INSERT activity'], ids: [id] });
    const actor = { actor: ADMIN, receiverProblem: () => null };
    await editWebhook(site, { id, patch: { enabled: false } }, actor);
    expect(await readNew()).toEqual({ changes: ['UPDATE webhooks', 'INSERT activity'], ids: [id] });
    await deleteWebhook(site, { id }, ADMIN);
    expect(await readNew()).toEqual({ changes: ['DELETE webhooks', 'INSERT activity'], ids: [id] });
  });
});

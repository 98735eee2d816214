/** Sessions: extended, listed and ended, by their owner and by an Admin. */
import { expect, test } from 'bun:test';
import { SYSTEM } from '../../src/core/actor.ts';
import { findSession } from '../../src/server/auth/sessions.ts';
import { endSession, listSessions } from '../../src/server/services/accounts/user-access.ts';
import { changeUser } from '../../src/server/services/accounts/users.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { createAuthSite, ELSEWHERE, OWNER, signUpOwner } from './auth-site.ts';

describeOnBothDatabases('sessions', (engine) => {
  test.each(['/guarded/staff', '/api/auth/get-session'])('are extended by %s', async (path) => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await signUpOwner(site);
    const db = site.database.betterAuthTables;
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    await db
      .updateTable('session')
      .set({ expiresAt: inDays(5) })
      .execute();
    expect(await findSession(site.auth, owner.headers())).not.toBeNull();
    const response = await owner.get(path);
    expect(response.headers.getSetCookie()[0]).toContain(`Max-Age=${7 * 24 * 3600}`);
    expect((await owner.get(path)).headers.getSetCookie()).toEqual([]);
    const row = await db.selectFrom('session').select('expiresAt').executeTakeFirstOrThrow();
    expect(new Date(row.expiresAt).getTime()).toBeGreaterThan(Date.now() + 6.9 * 86_400_000);
    await db
      .updateTable('session')
      .set({ expiresAt: inDays(-0.001) })
      .execute();
    expect(await owner.staffStatus()).toBe(401);
  });

  engine.onSqlite('a password change that also extends the session does not end it', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await signUpOwner(site);
    const soon = new Date(Date.now() + 5 * 86_400_000).toISOString();
    await site.database.betterAuthTables.updateTable('session').set({ expiresAt: soon }).execute();
    const response = await owner.post('/api/auth/change-password', {
      currentPassword: OWNER.password,
      newPassword: 'eight blue parrots',
    });
    expect(response.status).toBe(200);
    expect(await owner.staffStatus()).toBe(200);
  });

  test('a session created while its account was disabled gets 401', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await signUpOwner(site);
    await site.database.betterAuthTables.updateTable('user').set({ disabled: true }).execute();
    expect(await (await owner.get('/api/auth/get-session')).json()).toBeNull();
    expect((await owner.get('/api/auth/list-sessions')).status).toBe(401);
    expect(await site.database.db.selectFrom('session').selectAll().execute()).toEqual([]);
  });

  engine.onSqlite('a changed role takes effect at once', async () => {
    const site = await createAuthSite(await engine.open(), { signup: 'open' });
    await signUpOwner(site);
    const second = site.browser();
    await second.signUp({ email: 'second@example.org' });
    const { id } = await (await second.get('/guarded/admin')).json();
    await changeUser(site.auth.accounts, { id, patch: { role: 'editor' } }, SYSTEM);
    const response = await second.get('/guarded/admin');
    expect([response.status, (await response.json()).code]).toEqual([403, 'forbidden']);
    expect(await second.staffStatus()).toBe(200);
  });

  test('own sessions are listed, and ended one by one or all others together', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await signUpOwner(site);
    const [phone, library] = [site.browser(ELSEWHERE), site.browser(ELSEWHERE)];
    await phone.signIn();
    await library.signIn();
    const sessions = await (await owner.get('/api/auth/list-sessions')).json();
    expect(sessions).toHaveLength(3);
    const { email, password } = OWNER;
    await library.post('/api/auth/sign-in/email', { email, password }, { 'User-Agent': 'x'.repeat(5_000) });
    const { session } = await (await library.get('/api/auth/get-session')).json();
    expect(session.userAgent).toBe('x'.repeat(300));
    const { session: own } = await (await phone.get('/api/auth/get-session')).json();
    expect((await owner.post('/api/auth/revoke-session', { token: own.token })).status).toBe(200);
    expect(await phone.staffStatus()).toBe(401);
    expect(await library.staffStatus()).toBe(200);
    expect((await owner.post('/api/auth/revoke-other-sessions')).status).toBe(200);
    expect(await library.staffStatus()).toBe(401);
    expect(await owner.staffStatus()).toBe(200);
  });

  test("an Admin lists and ends others' sessions", async () => {
    const site = await createAuthSite(await engine.open());
    const { owner, id } = await signUpOwner(site);
    const phone = site.browser(ELSEWHERE);
    await phone.signIn();
    const sessions = await listSessions(site.auth.accounts, id);
    expect(sessions.map(({ address }) => address).sort()).toEqual(['127.0.0.1', ELSEWHERE.address]);
    expect(JSON.stringify(sessions)).not.toContain('token');
    const sessionId = sessions.find(({ address }) => address === ELSEWHERE.address)?.id ?? '';
    await endSession(site.auth.accounts, { userId: id, sessionId }, SYSTEM);
    expect(await phone.staffStatus()).toBe(401);
    expect(await owner.staffStatus()).toBe(200);
    await expect(endSession(site.auth.accounts, { userId: id, sessionId }, SYSTEM)).rejects.toThrow(
      'no such session',
    );
  });
});

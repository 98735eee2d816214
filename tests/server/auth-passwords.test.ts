/** New passwords by the owner and by an operator, and the sign-ins that they end. */
import { expect, test } from 'bun:test';
import { SYSTEM } from '../../src/core/actor.ts';
import { MINUTE } from '../../src/core/ist-time.ts';
import { createAdmin } from '../../src/server/services/accounts/first-account.ts';
import { setPassword } from '../../src/server/services/accounts/password-reset.ts';
import { endAllSessions } from '../../src/server/services/accounts/user-access.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { nextCode, signUpWithTwoFactor, verifyCode } from './auth-second-factor.ts';
import { type AuthSite, at, type Browser, createAuthSite, ELSEWHERE, OWNER } from './auth-site.ts';

const NEW_PASSWORD = 'eight blue parrots';

/** Each action that must end unfinished sign-ins. */
const ENDING_ACTIONS: Record<string, (site: AuthSite, owner: Browser, id: string) => Promise<unknown>> = {
  'a new password of the owner': (_site, owner) =>
    owner.post('/api/auth/change-password', { currentPassword: OWNER.password, newPassword: NEW_PASSWORD }),
  'a new password of an operator': ({ auth }) =>
    setPassword(auth.accounts, { email: OWNER.email, password: NEW_PASSWORD }, SYSTEM),
  'the end of all sessions': ({ auth }, _owner, id) => endAllSessions(auth.accounts, id, SYSTEM),
};

describeOnBothDatabases('sign-ins that wait for the second factor', (engine) => {
  engine.onSqlite.each(Object.keys(ENDING_ACTIONS))('end with %s', async (name) => {
    const site = await createAuthSite(await engine.open());
    const { owner, id, totpUri } = await signUpWithTwoFactor(site);
    const thief = site.browser(ELSEWHERE);
    await thief.signIn();
    await ENDING_ACTIONS[name]?.(site, owner, id);
    const response = await verifyCode(thief, nextCode(totpUri));
    expect([response.status, (await response.json()).code]).toEqual([401, 'sign-in-expired']);
    expect(await thief.staffStatus()).toBe(401);
  });
});

describeOnBothDatabases('the password of an account', (engine) => {
  test('is changed with the current one, which ends other sessions', async () => {
    const site = await createAuthSite(await engine.open());
    const owner = site.browser();
    await owner.signUp();
    const phone = site.browser(ELSEWHERE);
    await phone.signIn();
    const change = (currentPassword: string, newPassword: string) =>
      owner.post('/api/auth/change-password', { currentPassword, newPassword });
    const wrong = await change('not that one', NEW_PASSWORD);
    expect([wrong.status, (await wrong.json()).code]).toEqual([422, 'wrong-password']);
    const common = await change(OWNER.password, 'letmein123');
    expect([common.status, (await common.json()).errors]).toEqual([
      422,
      { newPassword: 'This password is one of the first that strangers try. Please choose another.' },
    ]);
    expect((await change(OWNER.password, NEW_PASSWORD)).status).toBe(200);
    expect(await phone.staffStatus()).toBe(401);
    expect(await owner.staffStatus()).toBe(200);
    expect((await site.browser().signIn({ ...OWNER, password: NEW_PASSWORD })).status).toBe(200);
  });

  test('is set by an operator, who can also create an Admin', async () => {
    const site = await createAuthSite(await engine.open());
    const { accounts } = site.auth;
    const operator = { id: null, name: 'Operator' };
    await createAdmin(accounts, OWNER, { onlyAsFirst: false, by: operator });
    const browser = site.browser();
    expect((await browser.signIn()).status).toBe(200);
    await setPassword(accounts, { email: OWNER.email, password: NEW_PASSWORD }, operator);
    expect(await browser.staffStatus()).toBe(401);
    expect((await browser.signIn({ ...OWNER, password: NEW_PASSWORD })).status).toBe(200);
    await expect(
      setPassword(accounts, { email: 'no@example.org', password: NEW_PASSWORD }, operator),
    ).rejects.toThrow('There is no account');
    await expect(createAdmin(accounts, OWNER, { onlyAsFirst: false, by: operator })).rejects.toThrow(
      'There is already an account',
    );
  });

  engine.onSqlite('matches in composed and decomposed Unicode form', async () => {
    const site = await createAuthSite(await engine.open());
    const composed = { ...OWNER, password: 'caf\u00e9 au lait' };
    await site.browser().signUp(composed);
    const decomposed = { ...OWNER, password: 'cafe\u0301 au lait' };
    expect((await site.browser().signIn(decomposed)).status).toBe(200);
  });
});

describeOnBothDatabases('an open session', (engine) => {
  engine.onSqlite('limits wrong current passwords over all networks', async () => {
    const site = await createAuthSite(await engine.open());
    const owner = site.browser();
    await owner.signUp();
    const guessFrom = async (n: number, currentPassword: string) => {
      owner.client = at(`203.0.113.${n}`);
      const body = { currentPassword, newPassword: NEW_PASSWORD };
      return (await owner.post('/api/auth/change-password', body)).status;
    };
    for (let n = 0; n < 10; n += 1) expect(await guessFrom(n, `guess ${n}`)).toBe(422);
    expect(await guessFrom(11, OWNER.password)).toBe(429);
    site.wait(15 * MINUTE - 1);
    expect(await guessFrom(11, OWNER.password)).toBe(429);
    site.wait(1);
    expect(await guessFrom(11, OWNER.password)).toBe(200);
  });

  engine.onSqlite('returns 404 for ending an unknown session, and logs nothing', async () => {
    const site = await createAuthSite(await engine.open());
    const owner = site.browser();
    await owner.signUp();
    const before = await site.actions();
    const end = (token: string) => owner.post('/api/auth/revoke-session', { token });
    expect((await end('made-up')).status).toBe(404);
    expect((await end('a\u0000b')).status).toBe(422);
    expect((await owner.post('/api/auth/revoke-other-sessions')).status).toBe(200);
    expect(await site.actions()).toEqual(before);
  });
});

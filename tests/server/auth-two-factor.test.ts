/** The second factor: turning it on and off, codes at sign-in, recovery codes, limits. */
import { expect, test } from 'bun:test';
import { SYSTEM } from '../../src/core/actor.ts';
import { MINUTE } from '../../src/core/ist-time.ts';
import { setPassword } from '../../src/server/services/accounts/password-reset.ts';
import { resetTwoFactor } from '../../src/server/services/accounts/user-access.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import {
  nextCode,
  signUpWithTwoFactor,
  verifyCode,
  verifyRecoveryCode,
  wrongCode,
} from './auth-second-factor.ts';
import { at, createAuthSite, ELSEWHERE, OWNER } from './auth-site.ts';

describeOnBothDatabases('the second factor', (engine) => {
  test('is required at sign-in: the password alone gives no session', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner, totpUri } = await signUpWithTwoFactor(site);
    expect(totpUri).toStartWith('otpauth://totp/Swarna%20Chakra:');
    expect(await (await owner.get('/guarded/staff')).json()).toMatchObject({ twoFactorEnabled: true });

    const phone = site.browser(ELSEWHERE);
    const half = await phone.signIn();
    expect(await half.json()).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] });
    expect([...phone.cookies.keys()]).toEqual(['swarna-chakra.two_factor']);
    expect(await phone.staffStatus()).toBe(401);

    const wrong = await verifyCode(phone, wrongCode(totpUri));
    expect([wrong.status, (await wrong.json()).code]).toEqual([401, 'wrong-code']);
    expect(await phone.staffStatus()).toBe(401);
    expect((await verifyCode(phone, nextCode(totpUri))).status).toBe(200);
    expect(await phone.staffStatus()).toBe(200);
    expect(await site.actions()).toEqual([
      'Signed up',
      'Signed in',
      'Turned on two-factor sign-in',
      'Signed in',
    ]);
  });

  engine.onSqlite('is not on before a first code was verified', async () => {
    const site = await createAuthSite(await engine.open());
    const owner = site.browser();
    await owner.signUp();
    const response = await owner.post('/api/auth/two-factor/enable', { password: OWNER.password });
    const { totpURI } = await response.json();
    expect((await verifyCode(owner, wrongCode(totpURI))).status).toBe(401);
    expect(await (await site.browser().signIn()).json()).toHaveProperty('user');
  });

  test('needs the password to be turned off', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await signUpWithTwoFactor(site);
    for (const path of ['disable', 'generate-backup-codes']) {
      const response = await owner.post(`/api/auth/two-factor/${path}`, { password: 'not that one' });
      expect([response.status, (await response.json()).code]).toEqual([422, 'wrong-password']);
    }
    const stranger = await site.browser().post('/api/auth/two-factor/disable', { password: OWNER.password });
    expect(stranger.status).toBe(401);
  });

  test('a recovery code works once', async () => {
    const site = await createAuthSite(await engine.open());
    const { recoveryCodes } = await signUpWithTwoFactor(site);
    expect(recoveryCodes).toHaveLength(10);
    const [code = '', another = ''] = recoveryCodes;
    const phone = site.browser(ELSEWHERE);
    await phone.signIn();
    expect((await verifyRecoveryCode(phone, code)).status).toBe(200);
    expect(await phone.staffStatus()).toBe(200);

    const thief = site.browser(at('203.0.113.8'));
    await thief.signIn();
    const again = await verifyRecoveryCode(thief, code);
    expect([again.status, (await again.json()).code]).toEqual([401, 'wrong-code']);
    expect((await verifyRecoveryCode(thief, another)).status).toBe(200);
  });

  engine.onSqlite('codes and secrets are encrypted in the database', async () => {
    const site = await createAuthSite(await engine.open());
    const { totpUri, recoveryCodes } = await signUpWithTwoFactor(site);
    const rows = JSON.stringify(await site.database.db.selectFrom('twoFactor').selectAll().execute());
    for (const code of recoveryCodes) expect(rows).not.toContain(code);
    expect(rows).not.toContain(new URL(totpUri).searchParams.get('secret') ?? '');
  });

  engine.onSqlite('a sign-in expires after five wrong codes', async () => {
    const site = await createAuthSite(await engine.open());
    const { totpUri } = await signUpWithTwoFactor(site);
    const phone = site.browser(ELSEWHERE);
    await phone.signIn();
    for (let i = 0; i < 5; i += 1) expect((await verifyCode(phone, wrongCode(totpUri))).status).toBe(401);
    const response = await verifyCode(phone, nextCode(totpUri));
    expect([response.status, (await response.json()).code]).toEqual([401, 'sign-in-expired']);
    expect(await phone.staffStatus()).toBe(401);
  });

  engine.onSqlite('on IPv6 a whole /64 shares the limit for codes', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner, recoveryCodes } = await signUpWithTwoFactor(site);
    const tryFrom = async (address: string) => {
      owner.client = at(address);
      return verifyRecoveryCode(owner, 'not-a-code');
    };
    for (let i = 1; i <= 10; i += 1) expect((await tryFrom(`2001:db8:1:2::${i}`)).status).toBe(401);
    const refused = await tryFrom('2001:0DB8:1:2:ffff::1');
    expect(refused.status).toBe(429);
    // This is the limit of the network, not the lock of the account.
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
    owner.client = at('2001:db8:1:3::1');
    expect((await verifyRecoveryCode(owner, recoveryCodes[0] ?? '')).status).toBe(200);
  });

  test('an account is locked after ten wrong codes, until its password is changed', async () => {
    const site = await createAuthSite(await engine.open());
    const { totpUri } = await signUpWithTwoFactor(site);
    const thieves = [1, 2].map((n) => site.browser(at(`203.0.113.${n}`)));
    for (const thief of thieves) {
      await thief.signIn();
      for (let i = 0; i < 5; i += 1) await verifyCode(thief, wrongCode(totpUri));
    }
    const phone = site.browser(ELSEWHERE);
    await phone.signIn();
    const locked = await verifyCode(phone, nextCode(totpUri));
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get('Retry-After'))).toBe(15 * 60);

    const password = 'eight blue parrots';
    await setPassword(site.auth.accounts, { email: OWNER.email, password }, SYSTEM);
    await phone.signIn({ ...OWNER, password });
    expect((await verifyCode(phone, nextCode(totpUri))).status).toBe(200);
  });

  engine.onSqlite('one address can try ten codes a minute', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner, totpUri } = await signUpWithTwoFactor(site);
    owner.client = ELSEWHERE;
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) statuses.push((await verifyCode(owner, wrongCode(totpUri))).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    site.wait(MINUTE);
    expect((await verifyCode(owner, wrongCode(totpUri))).status).toBe(401);
  });

  test('is not required after it was turned off', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner } = await signUpWithTwoFactor(site);
    const response = await owner.post('/api/auth/two-factor/disable', { password: OWNER.password });
    expect(response.status).toBe(200);
    expect(await owner.staffStatus()).toBe(200);
    expect(await (await site.browser().signIn()).json()).toHaveProperty('user');
    expect(await site.actions()).toContain('Turned off two-factor sign-in');
  });

  test('can be reset by an Admin', async () => {
    const site = await createAuthSite(await engine.open());
    const { id } = await signUpWithTwoFactor(site);
    const after = await resetTwoFactor(site.auth.accounts, id, SYSTEM);
    expect(after.twoFactorEnabled).toBe(false);
    expect(await (await site.browser().signIn()).json()).toHaveProperty('user');
    expect(await site.database.db.selectFrom('twoFactor').selectAll().execute()).toEqual([]);
  });

  engine.onSqlite('an account that is disabled between password and code gets 403', async () => {
    const site = await createAuthSite(await engine.open());
    const { totpUri } = await signUpWithTwoFactor(site);
    const phone = site.browser(ELSEWHERE);
    await phone.signIn();
    await site.database.betterAuthTables.updateTable('user').set({ disabled: true }).execute();
    const response = await verifyCode(phone, nextCode(totpUri));
    expect([response.status, (await response.json()).code]).toEqual([403, 'account-disabled']);
    expect(await phone.staffStatus()).toBe(401);
  });
});

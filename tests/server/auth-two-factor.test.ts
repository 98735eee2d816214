/** The second factor: on, asked for, right and wrong, recovery codes, and off again. */
import { expect, test } from 'bun:test';
import { SYSTEM } from '../../src/core/actor.ts';
import { MINUTE } from '../../src/core/ist-time.ts';
import { setPassword } from '../../src/server/services/accounts/password-reset.ts';
import { resetTwoFactor } from '../../src/server/services/accounts/user-access.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { nextCode, protect, recover, verify, wrongCode } from './auth-second-factor.ts';
import { at, ELSEWHERE, makeAuthWorld, OWNER } from './auth-world.ts';

describeOnBothDatabases('the second factor', (engine) => {
  test('is asked for at sign-in, and the password alone opens nothing', async () => {
    const world = await makeAuthWorld(await engine.open());
    const { owner, totpUri } = await protect(world);
    expect(totpUri).toStartWith('otpauth://totp/Swarna%20Chakra:');
    expect(await (await owner.get('/guarded/staff')).json()).toMatchObject({ twoFactorEnabled: true });

    const phone = world.browser(ELSEWHERE);
    const half = await phone.signIn();
    expect(await half.json()).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] });
    expect([...phone.cookies.keys()]).toEqual(['swarna-chakra.two_factor']);
    expect(await phone.staffStatus()).toBe(401);

    const wrong = await verify(phone, wrongCode(totpUri));
    expect([wrong.status, (await wrong.json()).code]).toEqual([401, 'wrong-code']);
    expect(await phone.staffStatus()).toBe(401);
    expect((await verify(phone, nextCode(totpUri))).status).toBe(200);
    expect(await phone.staffStatus()).toBe(200);
    expect(await world.actions()).toEqual([
      'Signed up',
      'Signed in',
      'Turned on two-factor sign-in',
      'Signed in',
    ]);
  });

  test('is not on before a first code was right', async () => {
    const world = await makeAuthWorld(await engine.open());
    const owner = world.browser();
    await owner.signUp();
    const answer = await owner.post('/api/auth/two-factor/enable', { password: OWNER.password });
    const { totpURI } = await answer.json();
    expect((await verify(owner, wrongCode(totpURI))).status).toBe(401);
    expect(await (await world.browser().signIn()).json()).toHaveProperty('user');
  });

  test('wants the password before it is turned on or off', async () => {
    const world = await makeAuthWorld(await engine.open());
    const { owner } = await protect(world);
    for (const path of ['disable', 'generate-backup-codes']) {
      const answer = await owner.post(`/api/auth/two-factor/${path}`, { password: 'not that one' });
      expect([answer.status, (await answer.json()).code]).toEqual([422, 'wrong-password']);
    }
    const stranger = await world.browser().post('/api/auth/two-factor/disable', { password: OWNER.password });
    expect(stranger.status).toBe(401);
  });

  test('a recovery code works once', async () => {
    const world = await makeAuthWorld(await engine.open());
    const { recoveryCodes } = await protect(world);
    expect(recoveryCodes).toHaveLength(10);
    const [code = '', another = ''] = recoveryCodes;
    const phone = world.browser(ELSEWHERE);
    await phone.signIn();
    expect((await recover(phone, code)).status).toBe(200);
    expect(await phone.staffStatus()).toBe(200);

    const thief = world.browser(at('203.0.113.8'));
    await thief.signIn();
    const again = await recover(thief, code);
    expect([again.status, (await again.json()).code]).toEqual([401, 'wrong-code']);
    expect((await recover(thief, another)).status).toBe(200);
  });

  test('codes and secrets are not readable in the database', async () => {
    const world = await makeAuthWorld(await engine.open());
    const { totpUri, recoveryCodes } = await protect(world);
    const rows = JSON.stringify(await world.database.db.selectFrom('twoFactor').selectAll().execute());
    for (const code of recoveryCodes) expect(rows).not.toContain(code);
    expect(rows).not.toContain(new URL(totpUri).searchParams.get('secret') ?? '');
  });

  test('guessing codes ends after five for one sign-in', async () => {
    const world = await makeAuthWorld(await engine.open());
    const { totpUri } = await protect(world);
    const phone = world.browser(ELSEWHERE);
    await phone.signIn();
    for (let i = 0; i < 5; i += 1) expect((await verify(phone, wrongCode(totpUri))).status).toBe(401);
    const answer = await verify(phone, nextCode(totpUri));
    expect([answer.status, (await answer.json()).code]).toEqual([401, 'sign-in-expired']);
    expect(await phone.staffStatus()).toBe(401);
  });

  test('on IPv6 a whole /64 shares the limit for codes', async () => {
    const world = await makeAuthWorld(await engine.open());
    const { owner, recoveryCodes } = await protect(world);
    const tryFrom = async (address: string) => {
      owner.client = at(address);
      return recover(owner, 'not-a-code');
    };
    for (let i = 1; i <= 10; i += 1) expect((await tryFrom(`2001:db8:1:2::${i}`)).status).toBe(401);
    const refused = await tryFrom('2001:0DB8:1:2:ffff::1');
    expect(refused.status).toBe(429);
    // The window of the network, not the lock of the account.
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(60);
    owner.client = at('2001:db8:1:3::1');
    expect((await recover(owner, recoveryCodes[0] ?? '')).status).toBe(200);
  });

  test('guessing codes ends after ten for the account, until the password is a new one', async () => {
    const world = await makeAuthWorld(await engine.open());
    const { totpUri } = await protect(world);
    const thieves = [1, 2].map((n) => world.browser(at(`203.0.113.${n}`)));
    for (const thief of thieves) {
      await thief.signIn();
      for (let i = 0; i < 5; i += 1) await verify(thief, wrongCode(totpUri));
    }
    const phone = world.browser(ELSEWHERE);
    await phone.signIn();
    const locked = await verify(phone, nextCode(totpUri));
    expect(locked.status).toBe(429);
    expect(Number(locked.headers.get('Retry-After'))).toBeGreaterThan(0);

    const password = 'eight blue parrots';
    await setPassword(world.auth.accounts, { email: OWNER.email, password }, SYSTEM);
    await phone.signIn({ ...OWNER, password });
    expect((await verify(phone, nextCode(totpUri))).status).toBe(200);
  });

  test('from one address codes are taken ten times a minute', async () => {
    const world = await makeAuthWorld(await engine.open());
    const { owner, totpUri } = await protect(world);
    owner.client = ELSEWHERE;
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) statuses.push((await verify(owner, wrongCode(totpUri))).status);
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
    world.wait(MINUTE);
    expect((await verify(owner, wrongCode(totpUri))).status).toBe(401);
  });

  test('turned off, the password is enough again', async () => {
    const world = await makeAuthWorld(await engine.open());
    const { owner } = await protect(world);
    const answer = await owner.post('/api/auth/two-factor/disable', { password: OWNER.password });
    expect(answer.status).toBe(200);
    expect(await owner.staffStatus()).toBe(200);
    expect(await (await world.browser().signIn()).json()).toHaveProperty('user');
    expect(await world.actions()).toContain('Turned off two-factor sign-in');
  });

  test('an Admin resets it for somebody who has lost everything', async () => {
    const world = await makeAuthWorld(await engine.open());
    const { id } = await protect(world);
    const after = await resetTwoFactor(world.auth.accounts, id, SYSTEM);
    expect(after.twoFactorEnabled).toBe(false);
    expect(await (await world.browser().signIn()).json()).toHaveProperty('user');
    expect(await world.database.db.selectFrom('twoFactor').selectAll().execute()).toEqual([]);
  });

  test('an account that is disabled between password and code stays outside', async () => {
    const world = await makeAuthWorld(await engine.open());
    const { totpUri } = await protect(world);
    const phone = world.browser(ELSEWHERE);
    await phone.signIn();
    await world.database.betterAuthTables.updateTable('user').set({ disabled: true }).execute();
    const answer = await verify(phone, nextCode(totpUri));
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'account-disabled']);
    expect(await phone.staffStatus()).toBe(401);
  });
});

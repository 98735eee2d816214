/** Limits on wrong passwords, which do not lock out the owner. */
import { expect, test } from 'bun:test';
import { DAY, MINUTE } from '../../src/core/ist-time.ts';
import { pruneAccounts } from '../../src/server/auth/create-auth.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { signUpWithTwoFactor, verifyRecoveryCode } from './auth-second-factor.ts';
import { type AuthSite, at, type Browser, createAuthSite, OWNER } from './auth-site.ts';

const HOME = at('198.51.100.4');
const STRANGER = at('203.0.113.7');

async function signUpOwner(site: AuthSite): Promise<AuthSite> {
  await site.browser().signUp();
  return site;
}

const countersOf = async (site: AuthSite | undefined): Promise<string[]> =>
  ((await site?.database.db.selectFrom('rate_limits').select('key').execute()) ?? []).map(({ key }) => key);

async function guess(browser: Browser, times: number, email = OWNER.email): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1) {
    statuses.push((await browser.signIn({ email, password: `guess number ${i}` })).status);
  }
  return statuses;
}

describeOnBothDatabases('guessing passwords', (engine) => {
  test('after five from one address even the right password gets 429', async () => {
    const site = await signUpOwner(await createAuthSite(await engine.open()));
    const stranger = site.browser(STRANGER);
    expect(await guess(stranger, 7)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    site.wait(5 * MINUTE);
    const response = await stranger.signIn();
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('Retry-After'))).toBe(10 * 60);
    expect(await response.json()).toMatchObject({ code: 'too-many', status: 429 });
    site.wait(10 * MINUTE);
    expect((await stranger.signIn()).status).toBe(200);
  });

  engine.onSqlite('an unknown account has the same limit', async () => {
    const site = await signUpOwner(await createAuthSite(await engine.open()));
    expect(await guess(site.browser(STRANGER), 6, 'nobody@example.org')).toEqual([
      401, 401, 401, 401, 401, 429,
    ]);
  });

  test('concurrent guesses have the same limit', async () => {
    const site = await signUpOwner(await createAuthSite(await engine.open()));
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        site.browser(STRANGER).signIn({ ...OWNER, password: `guess number ${i}` }),
      ),
    );
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  engine.onSqlite('the owner can sign in from another address than the one that guesses', async () => {
    const site = await signUpOwner(await createAuthSite(await engine.open()));
    await guess(site.browser(STRANGER), 40);
    expect((await site.browser(HOME).signIn()).status).toBe(200);
  });

  engine.onSqlite(
    'the owner can sign in from a new address during guesses from sixty addresses',
    async () => {
      const site = await signUpOwner(await createAuthSite(await engine.open()));
      for (let i = 0; i < 60; i += 1) await guess(site.browser(at(`192.0.2.${i}`)), 1);
      // From now on each new address gets a single guess.
      expect(await guess(site.browser(at('192.0.2.200')), 3)).toEqual([401, 429, 429]);
      expect((await site.browser(HOME).signIn()).status).toBe(200);
      expect((await site.browser(at('198.51.100.99')).signIn()).status).toBe(200);
    },
  );

  engine.onSqlite('a known device can sign in from an address that has reached its limit', async () => {
    const site = await signUpOwner(await createAuthSite(await engine.open()));
    const phone = site.browser(STRANGER);
    expect((await phone.signIn()).status).toBe(200);
    await phone.post('/api/auth/sign-out');
    expect((await guess(site.browser(STRANGER), 40)).at(-1)).toBe(429);
    expect((await phone.signIn()).status).toBe(200);
  });

  engine.onSqlite('a known device has its own limit, for its own account only', async () => {
    const site = await signUpOwner(await createAuthSite(await engine.open(), { signup: 'open' }));
    const phone = site.browser(HOME);
    await phone.signIn();
    expect(await guess(phone, 11)).toEqual([...Array<number>(10).fill(401), 429]);
    site.wait(15 * MINUTE);
    expect((await phone.signIn()).status).toBe(200);
    expect((await site.browser(HOME).signIn()).status).toBe(200);
    await site.browser().signUp({ email: 'second@example.org' });
    expect((await guess(phone, 6, 'second@example.org')).at(-1)).toBe(429);
  });

  engine.onSqlite('a forged device cookie does not bypass the limit', async () => {
    const site = await signUpOwner(await createAuthSite(await engine.open()));
    const phone = site.browser(HOME);
    await phone.signIn();
    const [name = '', value = ''] = [...phone.cookies].find(([key]) => key.endsWith('known_device')) ?? [];
    const stranger = site.browser(STRANGER);
    expect((await guess(stranger, 6)).at(-1)).toBe(429);
    stranger.cookies.set(
      name,
      value.replace(/\.(.)/, (_, letter) => `.${letter === '0' ? '1' : '0'}`),
    );
    expect(await guess(stranger, 1)).toEqual([429]);
  });

  engine.onSqlite('one address gets thirty guesses over all accounts', async () => {
    const site = await signUpOwner(await createAuthSite(await engine.open()));
    const statuses: number[] = [];
    for (let i = 0; i < 32; i += 1) {
      statuses.push(...(await guess(site.browser(STRANGER), 1, `person${i}@example.org`)));
    }
    expect(statuses).toEqual([...Array<number>(30).fill(401), 429, 429]);
    expect((await site.browser(HOME).signIn()).status).toBe(200);
  });

  test('concurrent guesses on many accounts get thirty tries, and the others leave no counter', async () => {
    const location = await engine.newLocation();
    // SQLite has one connection per process.
    const nodes = [await signUpOwner(await createAuthSite(await engine.open(location)))];
    if (engine.kind === 'postgres') nodes.push(await createAuthSite(await engine.open(location)));
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        nodes[i % nodes.length]
          ?.browser(STRANGER)
          .signIn({ email: `person${i}@example.org`, password: 'a guess' }),
      ),
    );
    expect(responses.filter((response) => response?.status === 401)).toHaveLength(30);
    expect(responses.filter((response) => response?.status === 429)).toHaveLength(30);
    const counters = await countersOf(nodes[0]);
    expect(counters.filter((key) => key.endsWith(` from ${STRANGER.address}`))).toHaveLength(31);
  });

  test('one address creates a limited number of counters, which are pruned', async () => {
    const site = await signUpOwner(await createAuthSite(await engine.open()));
    const before = (await countersOf(site)).length;
    for (let i = 0; i < 50; i += 1) await guess(site.browser(STRANGER), 1, `person${i}@example.org`);
    // Two counters for each of thirty accounts, and one for the network.
    expect(await countersOf(site)).toHaveLength(before + 61);
    site.wait(-2 * DAY);
    await pruneAccounts(site.auth);
    expect(await countersOf(site)).toEqual([]);
  });

  engine.onSqlite('a completed sign-in does not count, one without its code does', async () => {
    const site = await createAuthSite(await engine.open());
    const { recoveryCodes } = await signUpWithTwoFactor(site);
    for (const code of recoveryCodes.slice(0, 3)) {
      const phone = site.browser(STRANGER);
      await phone.signIn();
      expect((await verifyRecoveryCode(phone, code)).status).toBe(200);
    }
    const statuses: number[] = [];
    for (let i = 0; i < 31; i += 1) statuses.push((await site.browser(STRANGER).signIn()).status);
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
  });

  engine.onSqlite('a sign-in counted by its device does not lower the count of the network', async () => {
    const site = await createAuthSite(await engine.open());
    const { owner, recoveryCodes } = await signUpWithTwoFactor(site);
    owner.client = STRANGER;
    for (let i = 0; i < 6; i += 1) {
      await guess(site.browser(STRANGER), 5, `made-up-${i}@example.org`);
    }
    for (const code of recoveryCodes.slice(0, 3)) {
      const tab = site.browser(STRANGER);
      for (const [name, value] of owner.cookies) if (name.includes('known')) tab.cookies.set(name, value);
      expect((await tab.signIn()).status).toBe(200);
      for (const name of [...tab.cookies.keys()]) if (name.includes('known')) tab.cookies.delete(name);
      expect((await verifyRecoveryCode(tab, code)).status).toBe(200);
    }
    expect(await guess(site.browser(STRANGER), 1, 'another@example.org')).toEqual([429]);
  });

  engine.onSqlite('successful sign-ins never count', async () => {
    const site = await signUpOwner(await createAuthSite(await engine.open()));
    for (let i = 0; i < 40; i += 1) {
      expect((await site.browser(STRANGER).signIn()).status).toBe(200);
    }
  });

  engine.onSqlite('an IPv6 /64 counts as one address', async () => {
    const site = await signUpOwner(await createAuthSite(await engine.open()));
    const statuses: number[] = [];
    for (let i = 1; i <= 6; i += 1) {
      statuses.push(...(await guess(site.browser(at(`2001:db8:1:2::${i}`)), 1)));
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await site.browser(at('2001:db8:1:3::1')).signIn()).status).toBe(200);
  });

  test('nodes share their counters', async () => {
    const location = await engine.newLocation();
    const one = await signUpOwner(await createAuthSite(await engine.open(location)));
    const other = await createAuthSite(await engine.open(location));
    expect(await guess(one.browser(STRANGER), 3)).toEqual([401, 401, 401]);
    expect(await guess(other.browser(STRANGER), 3)).toEqual([401, 401, 429]);
  });

  test('failed sign-ins are logged once for staff', async () => {
    const site = await signUpOwner(await createAuthSite(await engine.open()));
    for (let i = 0; i < 8; i += 1) await guess(site.browser(at(`192.0.2.${i}`)), 1);
    await guess(site.browser(STRANGER), 7, 'nobody@example.org');
    // The entry is written after the response.
    for (let i = 0; i < 50 && (await site.actions()).length < 3; i += 1) await Bun.sleep(10);
    expect(await site.actions()).toEqual(['Signed up', 'Signed in', 'Failed sign-ins']);
    const [entry] = await site.database.db
      .selectFrom('activity')
      .selectAll()
      .where('action', '=', 'Failed sign-ins')
      .execute();
    expect(entry).toMatchObject({ target: OWNER.email, after: '{"failures":5}' });
  });
});

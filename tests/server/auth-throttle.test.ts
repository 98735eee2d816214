/** Guessing is slow, and nobody is locked out because of a stranger. */
import { expect, test } from 'bun:test';
import { DAY, MINUTE } from '../../src/core/ist-time.ts';
import { pruneAccounts } from '../../src/server/auth/create-auth.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { protect, recover } from './auth-second-factor.ts';
import { type AuthWorld, at, type Browser, makeAuthWorld, OWNER } from './auth-world.ts';

const HOME = at('198.51.100.4');
const STRANGER = at('203.0.113.7');

async function withOwner(world: AuthWorld): Promise<AuthWorld> {
  await world.browser().signUp();
  return world;
}

const countersOf = async (world: AuthWorld | undefined): Promise<string[]> =>
  ((await world?.database.db.selectFrom('rate_limits').select('key').execute()) ?? []).map(({ key }) => key);

async function guess(browser: Browser, times: number, email = OWNER.email): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < times; i += 1) {
    statuses.push((await browser.signIn({ email, password: `guess number ${i}` })).status);
  }
  return statuses;
}

describeOnBothDatabases('guessing passwords', (engine) => {
  test('five from one address, then it waits, even with the right one', async () => {
    const world = await withOwner(await makeAuthWorld(await engine.open()));
    const stranger = world.browser(STRANGER);
    expect(await guess(stranger, 7)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    world.wait(5 * MINUTE);
    const answer = await stranger.signIn();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('Retry-After'))).toBe(10 * 60);
    expect(await answer.json()).toMatchObject({ code: 'too-many', status: 429 });
    world.wait(10 * MINUTE);
    expect((await stranger.signIn()).status).toBe(200);
  });

  test('an unknown address is throttled just the same', async () => {
    const world = await withOwner(await makeAuthWorld(await engine.open()));
    expect(await guess(world.browser(STRANGER), 6, 'nobody@example.org')).toEqual([
      401, 401, 401, 401, 401, 429,
    ]);
  });

  test('many at once get no more guesses than one after the other', async () => {
    const world = await withOwner(await makeAuthWorld(await engine.open()));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        world.browser(STRANGER).signIn({ ...OWNER, password: `guess number ${i}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('the owner signs in from elsewhere while a stranger hammers', async () => {
    const world = await withOwner(await makeAuthWorld(await engine.open()));
    await guess(world.browser(STRANGER), 40);
    expect((await world.browser(HOME).signIn()).status).toBe(200);
  });

  test('the owner signs in from a new place while strangers hammer from sixty addresses', async () => {
    const world = await withOwner(await makeAuthWorld(await engine.open()));
    for (let i = 0; i < 60; i += 1) await guess(world.browser(at(`192.0.2.${i}`)), 1);
    // Now every stranger has a single guess.
    expect(await guess(world.browser(at('192.0.2.200')), 3)).toEqual([401, 429, 429]);
    expect((await world.browser(HOME).signIn()).status).toBe(200);
    expect((await world.browser(at('198.51.100.99')).signIn()).status).toBe(200);
  });

  test('a device that has signed in before is known, even behind the same address as the stranger', async () => {
    const world = await withOwner(await makeAuthWorld(await engine.open()));
    const phone = world.browser(STRANGER);
    expect((await phone.signIn()).status).toBe(200);
    await phone.post('/api/auth/sign-out');
    expect((await guess(world.browser(STRANGER), 40)).at(-1)).toBe(429);
    expect((await phone.signIn()).status).toBe(200);
  });

  test('a known device has a limit of its own, and is known for its own account only', async () => {
    const world = await withOwner(await makeAuthWorld(await engine.open(), { signup: 'open' }));
    const phone = world.browser(HOME);
    await phone.signIn();
    expect(await guess(phone, 11)).toEqual([...Array<number>(10).fill(401), 429]);
    expect((await world.browser(HOME).signIn()).status).toBe(200);
    await world.browser().signUp({ email: 'second@example.org' });
    expect((await guess(phone, 6, 'second@example.org')).at(-1)).toBe(429);
  });

  test('a made-up device cookie helps nobody', async () => {
    const world = await withOwner(await makeAuthWorld(await engine.open()));
    const phone = world.browser(HOME);
    await phone.signIn();
    const [name = '', value = ''] = [...phone.cookies].find(([key]) => key.endsWith('known_device')) ?? [];
    const stranger = world.browser(STRANGER);
    expect((await guess(stranger, 6)).at(-1)).toBe(429);
    stranger.cookies.set(
      name,
      value.replace(/\.(.)/, (_, letter) => `.${letter === '0' ? '1' : '0'}`),
    );
    expect(await guess(stranger, 1)).toEqual([429]);
  });

  test('one address tries no more than thirty passwords over all accounts', async () => {
    const world = await withOwner(await makeAuthWorld(await engine.open()));
    const statuses: number[] = [];
    for (let i = 0; i < 32; i += 1) {
      statuses.push(...(await guess(world.browser(STRANGER), 1, `person${i}@example.org`)));
    }
    expect(statuses).toEqual([...Array<number>(30).fill(401), 429, 429]);
    expect((await world.browser(HOME).signIn()).status).toBe(200);
  });

  test('many at once on many accounts get thirty guesses, and the others leave no counter', async () => {
    const location = await engine.newLocation();
    // SQLite has one connection in a process.
    const nodes = [await withOwner(await makeAuthWorld(await engine.open(location)))];
    if (engine.kind === 'postgres') nodes.push(await makeAuthWorld(await engine.open(location)));
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        nodes[i % nodes.length]
          ?.browser(STRANGER)
          .signIn({ email: `person${i}@example.org`, password: 'a guess' }),
      ),
    );
    expect(answers.filter((answer) => answer?.status === 401)).toHaveLength(30);
    expect(answers.filter((answer) => answer?.status === 429)).toHaveLength(30);
    const counters = await countersOf(nodes[0]);
    expect(counters.filter((key) => key.endsWith(` from ${STRANGER.address}`))).toHaveLength(31);
  });

  test('one address leaves a limited number of counters, and they are pruned', async () => {
    const world = await withOwner(await makeAuthWorld(await engine.open()));
    const before = (await countersOf(world)).length;
    for (let i = 0; i < 50; i += 1) await guess(world.browser(STRANGER), 1, `person${i}@example.org`);
    // For each guess its account, and the account from that network; and the network itself.
    expect(await countersOf(world)).toHaveLength(before + 61);
    world.wait(-2 * DAY);
    await pruneAccounts(world.auth);
    expect(await countersOf(world)).toEqual([]);
  });

  test('a sign-in that gets to the end counts nothing, one that stops before the code counts', async () => {
    const world = await makeAuthWorld(await engine.open());
    const { recoveryCodes } = await protect(world);
    for (const code of recoveryCodes.slice(0, 3)) {
      const phone = world.browser(STRANGER);
      await phone.signIn();
      expect((await recover(phone, code)).status).toBe(200);
    }
    const statuses: number[] = [];
    for (let i = 0; i < 31; i += 1) statuses.push((await world.browser(STRANGER).signIn()).status);
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429]);
  });

  test('a sign-in that was counted on its device takes nothing back from the network', async () => {
    const world = await makeAuthWorld(await engine.open());
    const { owner, recoveryCodes } = await protect(world);
    owner.client = STRANGER;
    for (let i = 0; i < 6; i += 1) {
      await guess(world.browser(STRANGER), 5, `made-up-${i}@example.org`);
    }
    for (const code of recoveryCodes.slice(0, 3)) {
      const tab = world.browser(STRANGER);
      for (const [name, value] of owner.cookies) if (name.includes('known')) tab.cookies.set(name, value);
      expect((await tab.signIn()).status).toBe(200);
      for (const name of [...tab.cookies.keys()]) if (name.includes('known')) tab.cookies.delete(name);
      expect((await recover(tab, code)).status).toBe(200);
    }
    expect(await guess(world.browser(STRANGER), 1, 'another@example.org')).toEqual([429]);
  });

  test('signing in rightly, again and again, never counts', async () => {
    const world = await withOwner(await makeAuthWorld(await engine.open()));
    for (let i = 0; i < 40; i += 1) {
      expect((await world.browser(STRANGER).signIn()).status).toBe(200);
    }
  });

  test('on IPv6 a whole /64 is one place', async () => {
    const world = await withOwner(await makeAuthWorld(await engine.open()));
    const statuses: number[] = [];
    for (let i = 1; i <= 6; i += 1) {
      statuses.push(...(await guess(world.browser(at(`2001:db8:1:2::${i}`)), 1)));
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await world.browser(at('2001:db8:1:3::1')).signIn()).status).toBe(200);
  });

  test('nodes count together', async () => {
    const location = await engine.newLocation();
    const one = await withOwner(await makeAuthWorld(await engine.open(location)));
    const other = await makeAuthWorld(await engine.open(location));
    expect(await guess(one.browser(STRANGER), 3)).toEqual([401, 401, 401]);
    expect(await guess(other.browser(STRANGER), 3)).toEqual([401, 401, 429]);
  });

  test('staff can see that somebody tried, once and not a hundred times', async () => {
    const world = await withOwner(await makeAuthWorld(await engine.open()));
    for (let i = 0; i < 8; i += 1) await guess(world.browser(at(`192.0.2.${i}`)), 1);
    await guess(world.browser(STRANGER), 7, 'nobody@example.org');
    // The entry is not waited for by the answer.
    for (let i = 0; i < 50 && (await world.actions()).length < 3; i += 1) await Bun.sleep(10);
    expect(await world.actions()).toEqual(['Signed up', 'Signed in', 'Failed sign-ins']);
    const [entry] = await world.database.db
      .selectFrom('activity')
      .selectAll()
      .where('action', '=', 'Failed sign-ins')
      .execute();
    expect(entry).toMatchObject({ target: OWNER.email, after: '{"failures":5}' });
  });
});

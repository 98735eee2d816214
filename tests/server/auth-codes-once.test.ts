/** Codes of the second factor work once, on any node and however many use one at the same moment. */
import { expect, test } from 'bun:test';
import { DAY } from '../../src/core/ist-time.ts';
import { pruneAccounts } from '../../src/server/auth/create-auth.ts';
import { codeFrom } from '../support/authenticator.ts';
import { describeOnBothDatabases, type TestEngine } from '../support/databases.ts';
import { nextCode, protect, recover, verify, wrongCode } from './auth-second-factor.ts';
import { type AuthWorld, at, type Browser, makeAuthWorld, OWNER } from './auth-world.ts';

const AT_ONCE = 20;

/** Two nodes on PostgreSQL; on SQLite a process has one connection. */
async function makeNodes(engine: TestEngine): Promise<[AuthWorld, AuthWorld]> {
  const location = await engine.newLocation();
  const first = await makeAuthWorld(await engine.open(location));
  return engine.kind === 'sqlite'
    ? [first, first]
    : [first, await makeAuthWorld(await engine.open(location))];
}

/** Browsers in as many places, whose sign-ins need the second factor. */
async function signInFromEverywhere(nodes: AuthWorld[]): Promise<Browser[]> {
  const browsers: Browser[] = [];
  for (let i = 0; i < AT_ONCE; i += 1) {
    const browser = nodes[i % nodes.length]?.browser(at(`203.0.113.${i}`));
    expect(await (await browser?.signIn())?.json()).toHaveProperty('twoFactorRedirect');
    if (browser) browsers.push(browser);
  }
  return browsers;
}

async function expectOneSignedIn(browsers: Browser[], answers: Response[]): Promise<void> {
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(AT_ONCE - 1);
  // Only so many codes are judged for one account; the others are told to wait.
  const codes = await Promise.all(refused.map(async (answer) => (await answer.json()).code));
  expect(codes.filter((code) => code !== 'wrong-code' && code !== 'too-many')).toEqual([]);
  const statuses = await Promise.all(browsers.map((browser) => browser.staffStatus()));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
}

describeOnBothDatabases('codes of the second factor', (engine) => {
  test('a code that has signed somebody in is answered like a wrong one, on every node', async () => {
    const nodes = await makeNodes(engine);
    const { totpUri } = await protect(nodes[0]);
    const code = nextCode(totpUri);
    const [phone, thief] = [nodes[0].browser(), nodes[1].browser(at('203.0.113.8'))];
    await phone.signIn();
    await thief.signIn();
    const wrong = await verify(thief, wrongCode(totpUri));
    expect((await verify(phone, code)).status).toBe(200);
    const replay = await verify(thief, code);
    expect(replay.status).toBe(401);
    expect([...replay.headers]).toEqual([...wrong.headers]);
    expect(await replay.text()).toBe(await wrong.text());
    expect(await thief.staffStatus()).toBe(401);
  });

  test('the code that turned the second factor on does not sign in, the next one does', async () => {
    const world = await makeAuthWorld(await engine.open());
    const owner = world.browser();
    await owner.signUp();
    const prepared = await owner.post('/api/auth/two-factor/enable', { password: OWNER.password });
    const { totpURI } = await prepared.json();
    const code = codeFrom(totpURI);
    expect((await verify(owner, code)).status).toBe(200);
    expect((await verify(owner, code)).status).toBe(401);
    const phone = world.browser();
    await phone.signIn();
    expect((await verify(phone, code)).status).toBe(401);
    expect((await verify(phone, nextCode(totpURI))).status).toBe(200);
  });

  test('however the clock of the site is set, and after old rows were pruned', async () => {
    const world = await makeAuthWorld(await engine.open());
    const { totpUri } = await protect(world);
    const code = nextCode(totpUri);
    const phone = world.browser();
    await phone.signIn();
    expect((await verify(phone, code)).status).toBe(200);
    for (const days of [400, -800]) {
      world.wait(days * DAY);
      await pruneAccounts(world.auth);
      const thief = world.browser();
      await thief.signIn();
      expect((await verify(thief, code)).status).toBe(401);
    }
  });

  test('of many who use the same code at the same moment, one is signed in', async () => {
    const nodes = await makeNodes(engine);
    const { totpUri } = await protect(nodes[0]);
    const browsers = await signInFromEverywhere(nodes);
    const code = nextCode(totpUri);
    const answers = await Promise.all(browsers.map((browser) => verify(browser, code)));
    await expectOneSignedIn(browsers, answers);
  });

  test('of many who turn the second factor on with the same code, one does', async () => {
    const world = await makeAuthWorld(await engine.open());
    const owner = world.browser();
    await owner.signUp();
    const prepared = await owner.post('/api/auth/two-factor/enable', { password: OWNER.password });
    const code = codeFrom((await prepared.json()).totpURI);
    const tabs = Array.from({ length: AT_ONCE }, (_, i) => {
      const tab = world.browser(at(`203.0.113.${i}`));
      for (const [name, value] of owner.cookies) tab.cookies.set(name, value);
      return tab;
    });
    const answers = await Promise.all(tabs.map((tab) => verify(tab, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(AT_ONCE - 1);
  });

  test('of many who use the same recovery code at the same moment, one is signed in', async () => {
    const nodes = await makeNodes(engine);
    const { recoveryCodes } = await protect(nodes[0]);
    const browsers = await signInFromEverywhere(nodes);
    const [code = ''] = recoveryCodes;
    const answers = await Promise.all(browsers.map((browser) => recover(browser, code)));
    await expectOneSignedIn(browsers, answers);
  });

  test('of many who try wrong codes at the same moment, ten are judged, and the right one comes too late', async () => {
    const nodes = await makeNodes(engine);
    const { totpUri } = await protect(nodes[0]);
    const browsers = await signInFromEverywhere(nodes);
    const answers = await Promise.all(browsers.map((browser) => verify(browser, wrongCode(totpUri))));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(AT_ONCE - 10).fill(429)]);
    const last = browsers.at(-1);
    expect(last && (await verify(last, nextCode(totpUri))).status).toBe(429);
  });

  test('a wrong code is not kept: it may be the right one later', async () => {
    const world = await makeAuthWorld(await engine.open());
    const { totpUri } = await protect(world);
    const phone = world.browser();
    await phone.signIn();
    const count = async () =>
      (await world.database.db.selectFrom('verification').selectAll().execute()).length;
    const before = await count();
    expect((await verify(phone, wrongCode(totpUri))).status).toBe(401);
    expect(await count()).toBe(before);
    expect(world.errors).toEqual([]);
  });
});

/** A second-factor code works once, on all nodes together and under concurrent use. */
import { expect, test } from 'bun:test';
import { DAY } from '../../src/core/ist-time.ts';
import { pruneAccounts } from '../../src/server/auth/create-auth.ts';
import { codeFrom } from '../support/authenticator.ts';
import { describeOnBothDatabases, type TestEngine } from '../support/databases.ts';
import {
  nextCode,
  signUpWithTwoFactor,
  verifyCode,
  verifyRecoveryCode,
  wrongCode,
} from './auth-second-factor.ts';
import { type AuthSite, at, type Browser, createAuthSite, OWNER } from './auth-site.ts';

/** More than the ten that are checked. */
const AT_ONCE = 12;

/** Two nodes on PostgreSQL; on SQLite a process has one connection. */
async function makeNodes(engine: TestEngine): Promise<[AuthSite, AuthSite]> {
  const location = await engine.newLocation();
  const first = await createAuthSite(await engine.open(location));
  return engine.kind === 'sqlite'
    ? [first, first]
    : [first, await createAuthSite(await engine.open(location))];
}

/** Signs in from as many addresses, without the second factor yet. */
async function startSignIns(nodes: AuthSite[]): Promise<Browser[]> {
  const browsers: Browser[] = [];
  for (let i = 0; i < AT_ONCE; i += 1) {
    const browser = nodes[i % nodes.length]?.browser(at(`203.0.113.${i}`));
    expect(await (await browser?.signIn())?.json()).toHaveProperty('twoFactorRedirect');
    if (browser) browsers.push(browser);
  }
  return browsers;
}

async function expectOneSignedIn(browsers: Browser[], responses: Response[]): Promise<void> {
  const refused = responses.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(AT_ONCE - 1);
  // Only a limited number of codes is checked for one account; the others get 429.
  const codes = await Promise.all(refused.map(async (response) => (await response.json()).code));
  expect(codes.filter((code) => code !== 'wrong-code' && code !== 'too-many')).toEqual([]);
  const statuses = await Promise.all(browsers.map((browser) => browser.staffStatus()));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
}

describeOnBothDatabases('codes of the second factor', (engine) => {
  test('a used code gets the same response as a wrong one, on every node', async () => {
    const nodes = await makeNodes(engine);
    const { totpUri } = await signUpWithTwoFactor(nodes[0]);
    const code = nextCode(totpUri);
    const [phone, thief] = [nodes[0].browser(), nodes[1].browser(at('203.0.113.8'))];
    await phone.signIn();
    await thief.signIn();
    const wrong = await verifyCode(thief, wrongCode(totpUri));
    expect((await verifyCode(phone, code)).status).toBe(200);
    const replay = await verifyCode(thief, code);
    expect(replay.status).toBe(401);
    expect([...replay.headers]).toEqual([...wrong.headers]);
    expect(await replay.text()).toBe(await wrong.text());
    expect(await thief.staffStatus()).toBe(401);
  });

  engine.onSqlite(
    'the code that turned the second factor on does not sign in, the next one does',
    async () => {
      const site = await createAuthSite(await engine.open());
      const owner = site.browser();
      await owner.signUp();
      const prepared = await owner.post('/api/auth/two-factor/enable', { password: OWNER.password });
      const { totpURI } = await prepared.json();
      const code = codeFrom(totpURI);
      expect((await verifyCode(owner, code)).status).toBe(200);
      expect((await verifyCode(owner, code)).status).toBe(401);
      const phone = site.browser();
      await phone.signIn();
      expect((await verifyCode(phone, code)).status).toBe(401);
      expect((await verifyCode(phone, nextCode(totpURI))).status).toBe(200);
    },
  );

  test('a used code is refused after the clock was changed and old rows were pruned', async () => {
    const site = await createAuthSite(await engine.open());
    const { totpUri } = await signUpWithTwoFactor(site);
    const code = nextCode(totpUri);
    const phone = site.browser();
    await phone.signIn();
    expect((await verifyCode(phone, code)).status).toBe(200);
    for (const days of [400, -800]) {
      site.wait(days * DAY);
      await pruneAccounts(site.auth);
      const thief = site.browser();
      await thief.signIn();
      expect((await verifyCode(thief, code)).status).toBe(401);
    }
  });

  test('one of many concurrent sign-ins with the same code succeeds', async () => {
    const nodes = await makeNodes(engine);
    const { totpUri } = await signUpWithTwoFactor(nodes[0]);
    const browsers = await startSignIns(nodes);
    const code = nextCode(totpUri);
    const responses = await Promise.all(browsers.map((browser) => verifyCode(browser, code)));
    await expectOneSignedIn(browsers, responses);
  });

  test('one of many concurrent requests turns the second factor on', async () => {
    const site = await createAuthSite(await engine.open());
    const owner = site.browser();
    await owner.signUp();
    const prepared = await owner.post('/api/auth/two-factor/enable', { password: OWNER.password });
    const code = codeFrom((await prepared.json()).totpURI);
    const tabs = Array.from({ length: AT_ONCE }, (_, i) => {
      const tab = site.browser(at(`203.0.113.${i}`));
      for (const [name, value] of owner.cookies) tab.cookies.set(name, value);
      return tab;
    });
    const responses = await Promise.all(tabs.map((tab) => verifyCode(tab, code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(AT_ONCE - 1);
  });

  test('one of many concurrent sign-ins with the same recovery code succeeds', async () => {
    const nodes = await makeNodes(engine);
    const { recoveryCodes } = await signUpWithTwoFactor(nodes[0]);
    const browsers = await startSignIns(nodes);
    const [code = ''] = recoveryCodes;
    const responses = await Promise.all(browsers.map((browser) => verifyRecoveryCode(browser, code)));
    await expectOneSignedIn(browsers, responses);
  });

  test('ten of many concurrent wrong codes are checked, and then the right one gets 429', async () => {
    const nodes = await makeNodes(engine);
    const { totpUri } = await signUpWithTwoFactor(nodes[0]);
    const browsers = await startSignIns(nodes);
    const responses = await Promise.all(browsers.map((browser) => verifyCode(browser, wrongCode(totpUri))));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(AT_ONCE - 10).fill(429)]);
    const last = browsers.at(-1);
    expect(last && (await verifyCode(last, nextCode(totpUri))).status).toBe(429);
  });

  engine.onSqlite('a wrong code is not stored, because it may be the right one later', async () => {
    const site = await createAuthSite(await engine.open());
    const { totpUri } = await signUpWithTwoFactor(site);
    const phone = site.browser();
    await phone.signIn();
    const count = async () =>
      (await site.database.db.selectFrom('verification').selectAll().execute()).length;
    const before = await count();
    expect((await verifyCode(phone, wrongCode(totpUri))).status).toBe(401);
    expect(await count()).toBe(before);
    expect(site.errors).toEqual([]);
  });
});

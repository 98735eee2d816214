/** New passwords: by a mailed link, by an invitation, by hand, and by an operator. */
import { expect, test } from 'bun:test';
import { SYSTEM } from '../../src/core/actor.ts';
import { DAY, HOUR } from '../../src/core/ist-time.ts';
import { createAdmin } from '../../src/server/services/accounts/first-account.ts';
import { inviteAgain } from '../../src/server/services/accounts/invitations.ts';
import { setPassword } from '../../src/server/services/accounts/password-reset.ts';
import { endAllSessions } from '../../src/server/services/accounts/user-access.ts';
import { addUser, changeUser } from '../../src/server/services/accounts/users.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { nextCode, protect, verify } from './auth-second-factor.ts';
import { type AuthWorld, at, BASE_URL, type Browser, ELSEWHERE, makeAuthWorld, OWNER } from './auth-world.ts';

const NEW_PASSWORD = 'eight blue parrots';

const ask = (browser: Browser, email: string) => browser.post('/api/auth/request-password-reset', { email });
const choose = (browser: Browser, token: string, newPassword = NEW_PASSWORD) =>
  browser.post('/api/auth/reset-password', { token, newPassword });

/** The token behind the link in the newest mail. */
async function linkIn(world: AuthWorld, email: string): Promise<{ page: string; token: string }> {
  const [link = ''] = /http\S+/.exec(await world.mailTo(email)) ?? [];
  const { origin, pathname, searchParams } = new URL(link);
  return { page: `${origin}${pathname}`, token: searchParams.get('token') ?? '' };
}

const countMails = async ({ database }: AuthWorld) =>
  (await database.db.selectFrom('mails').selectAll().execute()).length;

/** Each way to take an account away from whoever knows the old password. */
const WAYS_OUT: Record<string, (world: AuthWorld, owner: Browser, id: string) => Promise<unknown>> = {
  'a new password of the owner': (_world, owner) =>
    owner.post('/api/auth/change-password', { currentPassword: OWNER.password, newPassword: NEW_PASSWORD }),
  'a new password of an operator': ({ auth }) =>
    setPassword(auth.accounts, { email: OWNER.email, password: NEW_PASSWORD }, SYSTEM),
  'the end of all sessions': ({ auth }, _owner, id) => endAllSessions(auth.accounts, id, SYSTEM),
};

describeOnBothDatabases('sign-ins that wait for the second factor', (engine) => {
  test.each(Object.keys(WAYS_OUT))('end with %s', async (way) => {
    const world = await makeAuthWorld(await engine.open());
    const { owner, id, totpUri } = await protect(world);
    const thief = world.browser(ELSEWHERE);
    await thief.signIn();
    await WAYS_OUT[way]?.(world, owner, id);
    const answer = await verify(thief, nextCode(totpUri));
    expect([answer.status, (await answer.json()).code]).toEqual([401, 'sign-in-expired']);
    expect(await thief.staffStatus()).toBe(401);
  });
});

describeOnBothDatabases('a forgotten password', (engine) => {
  test('is replaced through the link in a mail, and everybody is signed out', async () => {
    const world = await makeAuthWorld(await engine.open());
    const owner = world.browser();
    await owner.signUp();
    const phone = world.browser(ELSEWHERE);
    expect(await (await ask(phone, 'Asha@example.org')).json()).toEqual({ status: true });
    const { page, token } = await linkIn(world, OWNER.email);
    expect(page).toBe(`${BASE_URL}/admin/reset`);
    expect((await choose(phone, token)).status).toBe(200);
    expect(await owner.staffStatus()).toBe(401);
    expect((await phone.signIn()).status).toBe(401);
    expect((await phone.signIn({ ...OWNER, password: NEW_PASSWORD })).status).toBe(200);
    expect((await world.actions()).slice(-3)).toEqual([
      'Asked for a new password',
      'Chose a new password',
      'Signed in',
    ]);
  });

  test('a good link works whatever bad ones come from the same network', async () => {
    const world = await makeAuthWorld(await engine.open());
    await world.browser().signUp();
    const phone = world.browser(ELSEWHERE);
    await ask(phone, OWNER.email);
    const { token } = await linkIn(world, OWNER.email);
    const stranger = world.browser(ELSEWHERE);
    const statuses: number[] = [];
    for (let i = 0; i < 31; i += 1) statuses.push((await choose(stranger, `made-up-${i}`)).status);
    expect(statuses).toEqual([...Array<number>(30).fill(400), 429]);
    expect((await choose(phone, token)).status).toBe(200);
  });

  test('the link works once, also when two use it at the same moment', async () => {
    const world = await makeAuthWorld(await engine.open());
    await world.browser().signUp();
    await ask(world.browser(), OWNER.email);
    const { token } = await linkIn(world, OWNER.email);
    const answers = await Promise.all(
      [1, 2, 3].map((n) => choose(world.browser(), token, `${n} ${NEW_PASSWORD}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const late = await choose(world.browser(), token);
    expect([late.status, (await late.json()).code]).toEqual([400, 'link-expired']);
  });

  test('the link works for an hour', async () => {
    const world = await makeAuthWorld(await engine.open());
    await world.browser().signUp();
    await ask(world.browser(), OWNER.email);
    const { token } = await linkIn(world, OWNER.email);
    world.wait(HOUR);
    expect((await choose(world.browser(), token)).status).toBe(400);
    expect((await world.browser().signIn()).status).toBe(200);
  });

  test('a new password makes older links worthless', async () => {
    const world = await makeAuthWorld(await engine.open());
    await world.browser().signUp();
    await ask(world.browser(), OWNER.email);
    const { token: older } = await linkIn(world, OWNER.email);
    world.wait(1);
    await ask(world.browser(), OWNER.email);
    const { token: newer } = await linkIn(world, OWNER.email);
    expect((await choose(world.browser(), newer)).status).toBe(200);
    expect((await choose(world.browser(), older)).status).toBe(400);
  });

  test('a bad new password leaves the link good', async () => {
    const world = await makeAuthWorld(await engine.open());
    await world.browser().signUp();
    await ask(world.browser(), OWNER.email);
    const { token } = await linkIn(world, OWNER.email);
    for (const weak of ['qwerty123', OWNER.email, 'short']) {
      const answer = await choose(world.browser(), token, weak);
      expect(answer.status).toBe(422);
      expect((await answer.json()).errors).toHaveProperty('newPassword');
    }
    expect((await choose(world.browser(), token)).status).toBe(200);
  });

  test('nobody learns whether there is an account', async () => {
    const world = await makeAuthWorld(await engine.open());
    await world.browser().signUp();
    const started = performance.now();
    const known = await ask(world.browser(), OWNER.email);
    const between = performance.now();
    const unknown = await ask(world.browser(), 'nobody@example.org');
    const ended = performance.now();
    expect(unknown.status).toBe(known.status);
    expect(await unknown.text()).toBe(await known.text());
    expect([...unknown.headers]).toEqual([...known.headers]);
    expect(between - started).toBeGreaterThanOrEqual(295);
    expect(ended - between).toBeGreaterThanOrEqual(295);
    expect(await countMails(world)).toBe(1);
  });

  test('a disabled account gets no mail, and an older link does not open it', async () => {
    const world = await makeAuthWorld(await engine.open(), { signup: 'open' });
    await world.browser().signUp();
    const second = world.browser();
    const account = { email: 'second@example.org', password: OWNER.password };
    await second.signUp(account);
    const { id } = await (await second.get('/guarded/staff')).json();
    await ask(world.browser(), account.email);
    const { token } = await linkIn(world, account.email);
    await changeUser(world.auth.accounts, { id, patch: { disabled: true } }, SYSTEM);
    const answer = await choose(world.browser(), token);
    expect([answer.status, (await answer.json()).code]).toEqual([403, 'account-disabled']);
    await ask(world.browser(), account.email);
    expect(await countMails(world)).toBe(1);
  });

  test('a mailbox is not flooded, and one address does not ask for everybody', async () => {
    const world = await makeAuthWorld(await engine.open());
    await world.browser().signUp();
    const answers: number[] = [];
    for (let i = 0; i < 11; i += 1) answers.push((await ask(world.browser(ELSEWHERE), OWNER.email)).status);
    expect(answers).toEqual([...Array<number>(10).fill(200), 429]);
    expect(await countMails(world)).toBe(3);
  });

  test('whoever came by the mail gets in, whatever a stranger behind the same address does', async () => {
    const world = await makeAuthWorld(await engine.open());
    await world.browser().signUp();
    for (let i = 0; i < 6; i += 1)
      await world.browser(ELSEWHERE).signIn({ ...OWNER, password: `guess ${i}` });
    const phone = world.browser(ELSEWHERE);
    expect((await phone.signIn()).status).toBe(429);
    await ask(phone, OWNER.email);
    await choose(phone, (await linkIn(world, OWNER.email)).token);
    expect((await phone.signIn({ ...OWNER, password: NEW_PASSWORD })).status).toBe(200);
  });

  test('the database holds nothing that a link could be made of', async () => {
    const world = await makeAuthWorld(await engine.open());
    await world.browser().signUp();
    await ask(world.browser(), OWNER.email);
    const { token } = await linkIn(world, OWNER.email);
    const tokens = await world.database.db.selectFrom('account_tokens').selectAll().execute();
    const activity = await world.database.db.selectFrom('activity').selectAll().execute();
    expect(tokens).toHaveLength(1);
    expect(JSON.stringify([tokens, activity])).not.toContain(token);
  });
});

describeOnBothDatabases('an invitation', (engine) => {
  const guest = { email: 'meera@example.org', role: 'editor' } as const;

  async function invite(world: AuthWorld) {
    await world.browser().signUp();
    return addUser(world.auth.accounts, guest, { id: null, name: 'Asha' });
  }

  test('goes out by mail and lets the person choose a password', async () => {
    const world = await makeAuthWorld(await engine.open());
    const staff = await invite(world);
    expect(staff).toMatchObject({ ...guest, name: 'meera', canSignIn: false, disabled: false });
    expect(await world.mailTo(guest.email)).toContain('Asha has created an account for you');
    const browser = world.browser(ELSEWHERE);
    expect((await browser.signIn({ ...guest, password: NEW_PASSWORD })).status).toBe(401);
    const { page, token } = await linkIn(world, guest.email);
    expect(page).toBe(`${BASE_URL}/admin/welcome`);
    world.wait(7 * DAY - 1);
    expect((await choose(browser, token)).status).toBe(200);
    expect((await browser.signIn({ ...guest, password: NEW_PASSWORD })).status).toBe(200);
    expect((await browser.get('/guarded/admin')).status).toBe(403);
    expect((await choose(browser, token)).status).toBe(400);
    expect((await world.actions()).slice(-3)).toEqual(['Invited', 'Accepted invitation', 'Signed in']);
  });

  test('is good for seven days, and can be sent again, which ends the first', async () => {
    const world = await makeAuthWorld(await engine.open());
    const { id } = await invite(world);
    const { token: first } = await linkIn(world, guest.email);
    world.wait(7 * DAY);
    expect((await choose(world.browser(), first)).status).toBe(400);
    await inviteAgain(world.auth.accounts, id, SYSTEM);
    const { token: second } = await linkIn(world, guest.email);
    expect(second).not.toBe(first);
    expect((await choose(world.browser(), second)).status).toBe(200);
    await expect(inviteAgain(world.auth.accounts, id, SYSTEM)).rejects.toThrow(
      'waits for its first password',
    );
  });
});

describeOnBothDatabases('a password of one’s own', (engine) => {
  test('is changed with the current one, and other sessions end', async () => {
    const world = await makeAuthWorld(await engine.open());
    const owner = world.browser();
    await owner.signUp();
    const phone = world.browser(ELSEWHERE);
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
    expect((await world.browser().signIn({ ...OWNER, password: NEW_PASSWORD })).status).toBe(200);
  });

  test('is set by an operator, who can also make an Admin', async () => {
    const world = await makeAuthWorld(await engine.open());
    const { accounts } = world.auth;
    const operator = { id: null, name: 'Operator' };
    await createAdmin(accounts, OWNER, { onlyAsFirst: false, by: operator });
    const browser = world.browser();
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

  test('may be written on two keyboards', async () => {
    const world = await makeAuthWorld(await engine.open());
    const composed = { ...OWNER, password: 'caf\u00e9 au lait' };
    await world.browser().signUp(composed);
    const decomposed = { ...OWNER, password: 'cafe\u0301 au lait' };
    expect((await world.browser().signIn(decomposed)).status).toBe(200);
  });
});

describeOnBothDatabases('an open session', (engine) => {
  test('does not let anybody guess the password, from however many networks', async () => {
    const world = await makeAuthWorld(await engine.open());
    const owner = world.browser();
    await owner.signUp();
    const guessFrom = async (n: number, currentPassword: string) => {
      owner.client = at(`203.0.113.${n}`);
      const body = { currentPassword, newPassword: NEW_PASSWORD };
      return (await owner.post('/api/auth/change-password', body)).status;
    };
    for (let n = 0; n < 10; n += 1) expect(await guessFrom(n, `guess ${n}`)).toBe(422);
    expect(await guessFrom(11, OWNER.password)).toBe(429);
  });

  test('ends only sessions that there are, and the log tells of no others', async () => {
    const world = await makeAuthWorld(await engine.open());
    const owner = world.browser();
    await owner.signUp();
    const before = await world.actions();
    const end = (token: string) => owner.post('/api/auth/revoke-session', { token });
    expect((await end('made-up')).status).toBe(404);
    expect((await end('a\u0000b')).status).toBe(422);
    expect((await owner.post('/api/auth/revoke-other-sessions')).status).toBe(200);
    expect(await world.actions()).toEqual(before);
  });

  test('makes links for a new password useless when it changes the password', async () => {
    const world = await makeAuthWorld(await engine.open());
    const owner = world.browser();
    await owner.signUp();
    await ask(world.browser(), OWNER.email);
    const { token } = await linkIn(world, OWNER.email);
    const body = { currentPassword: OWNER.password, newPassword: NEW_PASSWORD };
    expect((await owner.post('/api/auth/change-password', body)).status).toBe(200);
    expect((await choose(world.browser(), token, 'nine red parrots')).status).toBe(400);
  });
});

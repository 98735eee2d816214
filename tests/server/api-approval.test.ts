/** Approval by a second person over HTTP: who may do what, and that strangers see nothing of a proposal. */
import { expect, test } from 'bun:test';
import { auditSite } from '../../src/cli/audit/audit-site.ts';
import { attentionSchema } from '../../src/contract/attention.ts';
import { type AdminDraw, adminDrawSchema } from '../../src/contract/draws.ts';
import { nodeCrypto } from '../../src/server/public-log/node-crypto.ts';
import { follow, isEvent, listenTo } from '../support/live-client.ts';
import { create, newDraw, TODAY } from './api-seed.ts';
import { describeOnBothSites } from './api-site.ts';
import { LOG_SETTINGS } from './public-log-site.ts';

const TIME_OF_AUDIT = '2026-11-15T04:45:00Z';

/** Digits and words that occur nowhere else on the site. */
const SECRET = { digits: '90817', name: 'PROPOSED-1', reason: 'Seen through a wet window' };

describeOnBothSites({ env: LOG_SETTINGS }, (site) => {
  const approval = async (value: 'off' | 'entered') => {
    const settings = await (await site.admin('GET', '/api/admin/settings')).json();
    return site.admin('PUT', '/api/admin/settings', { body: { ...settings, approval: value } });
  };
  const read = async (response: Promise<Response>): Promise<AdminDraw> =>
    adminDrawSchema.parse(await (await response).json());
  const refused = async (response: Promise<Response>) => {
    const { status, code, detail } = await (await response).json();
    expect(detail).toMatch(/^[A-Z].+\.$/);
    return [status, code];
  };
  const pathOf = ({ id }: { id: string }, action = '') => `/api/admin/draws/${id}${action}`;
  const items = async (path: string) => (await (await site.admin('GET', path)).json()).items;

  test('cannot be turned on with one active account, nor may the second be removed while it is on', async () => {
    const editor = (await items('/api/admin/users')).find(({ role }: { role: string }) => role === 'editor');
    const disable = (disabled: boolean) =>
      site.admin('PATCH', `/api/admin/users/${editor.id}`, { body: { disabled } });
    await disable(true);
    expect(await refused(approval('entered'))).toEqual([409, 'one-account']);
    await disable(false);
    expect((await approval('entered')).status).toBe(200);
    expect(await refused(disable(true))).toEqual([409, 'one-account']);
    expect(await refused(site.admin('DELETE', `/api/admin/users/${editor.id}`))).toEqual([
      409,
      'one-account',
    ]);
    await approval('off');
  });

  test('strangers see nothing of a correction before it is approved, and then all of it', async () => {
    // Disabling the Editor has ended the session, so somebody new decides.
    const editor = await signIn();
    const result = await create(site, 'draws', newDraw('2026-11-12', '10:00', '13572'));
    await approval('entered');
    const visitor = await listenTo(`${site.server.url}/api/live`);
    const staff = follow(await editor('GET', '/api/admin/live'));
    await Promise.all([visitor.waitFor(isEvent('hello')), staff.waitFor(isEvent('hello'))]);
    const [digit1, digit2, digit3, digit4, digit5] = SECRET.digits;
    const body = { digit1, digit2, digit3, digit4, digit5, drawNo: SECRET.name, reason: SECRET.reason };

    const seen = async (): Promise<string> => {
      const checkpoint = await (await site.anonymous('GET', '/log/checkpoint')).text();
      const paths = [
        '/api/draws',
        '/api/draws.csv',
        '/api/draws/SC121120261',
        `/api/draws/${SECRET.name}`,
        '/api/today',
        '/results/2026-11-12',
        '/results',
        `/log/tile/entries/000.p/${checkpoint.split('\n')[1]}`,
        '/api/admin/draws',
        pathOf(result),
      ];
      const bodies = paths.map(async (path) => (await site.anonymous('GET', path)).text());
      return (await Promise.all(bodies)).join('\n') + JSON.stringify(visitor.events);
    };
    const isHidden = async () => {
      const text = await seen();
      return [SECRET.digits, SECRET.name, SECRET.reason, 'proposal'].every(
        (secret) => !text.includes(secret),
      );
    };
    const waiting = await read(site.admin('PATCH', pathOf(result), { body }));
    expect(waiting.proposal).toMatchObject({ digits: SECRET.digits, drawNo: SECRET.name });
    await staff.waitFor(({ data }) => JSON.stringify(data).includes(SECRET.digits));
    expect(await isHidden()).toBe(true);
    const attention = attentionSchema.parse(await (await site.admin('GET', '/api/admin/attention')).json());
    expect(attention.items).toContainEqual(
      expect.objectContaining({ kind: 'approval', drawId: result.id, since: waiting.proposal?.at }),
    );
    expect(await refused(site.admin('POST', pathOf(result, '/approve')))).toEqual([403, 'own-proposal']);
    for (const [client, status] of [
      [site.anonymous, 401],
      [site.foreign, 403],
    ] as const)
      for (const action of ['/approve', '/reject'])
        expect((await client('POST', pathOf(result, action))).status).toBe(status);
    const stale = { headers: { 'If-Match': '"1"' } };
    expect(await refused(editor('POST', pathOf(result, '/approve'), stale))).toEqual([412, 'stale']);
    expect(await isHidden()).toBe(true);
    expect(visitor.changes()).toEqual([]);

    const current = { headers: { 'If-Match': waiting.etag } };
    const approved = await editor('POST', pathOf(result, '/approve'), current);
    expect([approved.status, approved.headers.get('ETag')]).toEqual([200, '"3"']);
    expect(await refused(editor('POST', pathOf(result, '/approve')))).toEqual([409, 'no-proposal']);
    const shown = await (await site.anonymous('GET', `/api/draws/${SECRET.name}`)).json();
    expect(shown).toMatchObject({
      digit1: '9',
      provenance: 'corrected',
      corrections: [{ digits: '13572', reason: SECRET.reason }],
    });
    await visitor.waitFor(isEvent('change'));
    expect(visitor.changes()).toEqual([{ table: 'draws', type: 'UPDATE', row: shown }]);
    visitor.close();
    staff.close();

    const audit = await auditSite({
      url: site.server.url,
      chains: new Map(),
      crypto: nodeCrypto,
      rememberedNote: null,
      now: Date.parse(TIME_OF_AUDIT),
      report() {},
    });
    expect(audit.findings).toEqual([]);
    expect(audit.log?.results).toBeGreaterThan(0);
  });

  test('a draft of one person is published after the approval of another, and nothing else publishes it', async () => {
    await approval('entered');
    const editor = await signIn();
    const entry = newDraw('2026-11-11', '12:00', '24680', false);
    expect(
      await refused(editor('POST', '/api/admin/draws', { body: { ...entry, published: true } })),
    ).toEqual([409, 'needs-approval']);
    const draft = await read(editor('POST', '/api/admin/draws', { body: entry }));
    expect(draft).toMatchObject({ published: false, unapproved: true, proposal: { digits: '24680' } });
    for (const publish of [
      site.admin('POST', pathOf(draft, '/publish')),
      site.admin('PATCH', pathOf(draft), { body: { published: true } }),
      editor('PATCH', pathOf(draft), { body: { published: true, digit1: '9' } }),
    ])
      expect(await refused(publish)).toEqual([409, 'needs-approval']);
    const file = { headers: { 'Content-Type': 'text/csv' }, body: 'Date,Time' };
    for (const query of ['', '?dryRun=true'])
      expect(await refused(site.admin('POST', `/api/admin/draws/import${query}`, file))).toEqual([
        409,
        'needs-approval',
      ]);
    expect(await refused(editor('POST', pathOf(draft, '/approve')))).toEqual([403, 'own-proposal']);
    const rejected = await read(site.admin('POST', pathOf(draft, '/reject')));
    expect(rejected).toMatchObject({ unapproved: true, proposal: null });
    await editor('PATCH', pathOf(draft), { body: { digit1: '2' } });
    const approved = await read(site.admin('POST', pathOf(draft, '/approve')));
    expect(approved).toMatchObject({ unapproved: false, proposal: null, published: false });
    expect((await site.admin('POST', pathOf(draft, '/publish'))).status).toBe(200);
    const dashboard = await (await editor('GET', '/api/admin/dashboard')).json();
    expect(dashboard.automation.approval).toBe('entered');
    await approval('off');
  });

  test('a draft that is due is published as soon as it is approved', async () => {
    const editor = await signIn();
    await approval('entered');
    await site.admin('POST', '/api/admin/drafts');
    const settings = await (await site.admin('GET', '/api/admin/settings')).json();
    await site.admin('PUT', '/api/admin/settings', { body: { ...settings, publishDelay: 30 } });
    const [draw] = await items(`/api/admin/draws?date=${TODAY}&slot=10:00`);
    await editor('PATCH', pathOf(draw), { body: { digit1: '7', digit2: '7', digit3: '7' } });
    await site.admin('PUT', '/api/admin/settings', { body: { ...settings, publishDelay: 0 } });
    const publicStatus = async () => (await site.anonymous('GET', `/api/draws/${draw.drawNo}`)).status;
    expect(await publicStatus()).toBe(404);
    const stream = await listenTo(`${site.server.url}/api/live`);
    expect(await read(site.admin('POST', pathOf(draw, '/approve')))).toMatchObject({ published: false });
    await stream.waitFor(({ data }) => JSON.stringify(data).includes(draw.id));
    stream.close();
    expect(await publicStatus()).toBe(200);
  });

  test('a partial change of a waiting proposal keeps the rest of it', async () => {
    const editor = await signIn();
    await approval('off');
    const result = await create(site, 'draws', newDraw('2026-11-10', '10:00', '13572'));
    await approval('entered');
    const [digit1, digit2, digit3, digit4, digit5] = '90817';
    const body = { digit1, digit2, digit3, digit4, digit5, reason: 'Misread' };
    await site.admin('PATCH', pathOf(result), { body });
    const change = async (part: object) =>
      (await read(editor('PATCH', pathOf(result), { body: part }))).proposal;
    expect(await change({ digit1: '8' })).toMatchObject({ digits: '80817', reason: 'Misread' });
    expect(await change({ reason: 'Typed wrong' })).toMatchObject({ digits: '80817', reason: 'Typed wrong' });
    const moved = await change({ slot: '12:00' });
    expect(moved).toMatchObject({ digits: '80817', slot: '12:00', reason: 'Typed wrong' });
    // Both have a part in it.
    for (const client of [site.admin, editor])
      expect(await refused(client('POST', pathOf(result, '/approve')))).toEqual([403, 'own-proposal']);
    await approval('off');
  });

  async function signIn() {
    const { email, password } = { email: 'devi@example.org', password: 'two patient herons' };
    await site.admin('POST', '/api/admin/users', { body: { email, password, role: 'editor' } });
    const response = await site.anonymous('POST', '/api/auth/sign-in/email', { body: { email, password } });
    const Cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    return (method: string, path: string, { body, headers }: { body?: unknown; headers?: object } = {}) =>
      site.anonymous(method, path, { body, headers: { Cookie, ...headers } });
  }
});

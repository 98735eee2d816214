/** The admin API over HTTP, on both databases. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { activityPageSchema, activityUsersSchema } from '../../src/contract/activity.ts';
import { backupPageSchema, backupSchema } from '../../src/contract/backups.ts';
import { dashboardSchema } from '../../src/contract/dashboard.ts';
import { type AdminDraw, adminDrawPageSchema, adminDrawSchema } from '../../src/contract/draws.ts';
import { adminFaqPageSchema } from '../../src/contract/faqs.ts';
import { adminNewsArticleSchema } from '../../src/contract/news.ts';
import { settingsSchema } from '../../src/contract/settings.ts';
import { staffPageSchema } from '../../src/contract/users.ts';
import { CLOCK_START, create, newDraw, TODAY } from './api-seed.ts';
import { type ApiSite, openApiSite, openApiSiteOnPostgres } from './api-site.ts';

describe.each([
  ['sqlite', openApiSite],
  ['postgres', openApiSiteOnPostgres],
] as const)('on %s', (kind, openSite) => {
  let site: ApiSite;
  beforeAll(async () => {
    site = await openSite({ CLOCK_START });
  });
  afterAll(() => site.stop());

  const getJson = async (path: string) => (await site.admin('GET', path)).json();

  async function enterDraw(date: string, published = false): Promise<AdminDraw> {
    const response = await site.editor('POST', '/api/admin/draws', {
      body: newDraw(date, '10:00', '12345', published),
    });
    expect(response.status).toBe(201);
    const draw = adminDrawSchema.parse(await response.json());
    expect(response.headers.get('ETag')).toBe(draw.etag);
    return draw;
  }

  const publicStatus = async ({ drawNo }: { drawNo: string }) =>
    (await site.anonymous('GET', `/api/draws/${drawNo}`)).status;

  test('me returns the signed-in account', async () => {
    const me = await (await site.editor('GET', '/api/admin/me')).json();
    expect(me).toEqual({
      id: expect.any(String),
      email: 'meera@example.org',
      name: 'meera',
      role: 'editor',
      twoFactorEnabled: false,
    });
  });

  describe('draws', () => {
    test('are created, published, corrected, unpublished and deleted, and only published ones are public', async () => {
      const draft = await enterDraw('2026-01-01');
      expect(draft).toMatchObject({
        published: false,
        onHold: false,
        provenance: 'entered',
        publishedAt: null,
      });
      expect(await publicStatus(draft)).toBe(404);

      const publish = await site.editor('POST', `/api/admin/draws/${draft.id}/publish`);
      const published = adminDrawSchema.parse(await publish.json());
      expect(publish.headers.get('ETag')).toBe(published.etag);
      expect(published).toMatchObject({ published: true, publishedAt: expect.any(String) });
      expect(await publicStatus(draft)).toBe(200);

      const correct = await site.editor('PATCH', `/api/admin/draws/${draft.id}`, {
        body: { digit5: '9', reason: 'Misread' },
      });
      expect(await correct.json()).toMatchObject({ digit5: '9', provenance: 'corrected' });
      const [entry] = (await getJson('/api/admin/activity?type=draw')).items;
      expect(entry).toMatchObject({
        action: 'Corrected result',
        user: 'meera',
        target: draft.drawNo,
        before: { digit5: '5' },
        after: { digit5: '9', reason: 'Misread' },
      });

      const unpublish = await site.editor('POST', `/api/admin/draws/${draft.id}/unpublish`);
      expect(await unpublish.json()).toMatchObject({ published: false, onHold: true });
      expect(await publicStatus(draft)).toBe(404);

      expect((await site.editor('DELETE', `/api/admin/draws/${draft.id}`)).status).toBe(204);
      expect((await site.editor('GET', `/api/admin/draws/${draft.id}`)).status).toBe(404);
    });

    test('returns 412 for an outdated If-Match', async () => {
      const { id, etag } = await enterDraw('2026-01-02');
      const path = `/api/admin/draws/${id}`;
      const first = await site.editor('PATCH', path, {
        body: { digit1: '7' },
        headers: { 'If-Match': etag },
      });
      expect(first.status).toBe(200);
      for (const [method, where, body] of [
        ['PATCH', path, { digit1: '8' }],
        ['POST', `${path}/publish`, undefined],
        ['POST', `${path}/unpublish`, undefined],
        ['DELETE', path, undefined],
      ] as const) {
        const second = await site.admin(method, where, { body, headers: { 'If-Match': etag } });
        expect([second.status, (await second.json()).code]).toEqual([412, 'stale']);
      }
      const now = await site.admin('GET', path);
      expect(await now.json()).toMatchObject({ digit1: '7', published: false });
      const current = now.headers.get('ETag') ?? '';
      for (const tag of [current, `W/${current}`, '*']) {
        const response = await site.admin('PATCH', path, {
          body: { digit1: '7' },
          headers: { 'If-Match': tag },
        });
        expect(response.status).toBe(200);
      }
    });

    test('returns 409 for a taken slot and for a taken draw number', async () => {
      const { drawNo } = await enterDraw('2026-01-03');
      const sameSlot = await site.admin('POST', '/api/admin/draws', {
        body: { ...newDraw('2026-01-03', '10:00', '00000'), drawNo: 'OTHER-1' },
      });
      expect([sameSlot.status, (await sameSlot.json()).code]).toEqual([409, 'draw-exists']);
      const sameNumber = await site.admin('POST', '/api/admin/draws', {
        body: { ...newDraw('2026-01-04', '10:00', '00000'), drawNo },
      });
      expect([sameNumber.status, (await sameNumber.json()).code]).toEqual([409, 'draw-number-taken']);
    });

    test('are listed with drafts, filtered by status, in pages', async () => {
      await enterDraw('2026-02-01');
      await enterDraw('2026-02-02', true);
      const statusOf = async (query: string) =>
        adminDrawPageSchema
          .parse(await getJson(`/api/admin/draws?month=2026-02${query}`))
          .items.map(({ date, published }) => [date, published]);
      expect(await statusOf('')).toEqual([
        ['2026-02-02', true],
        ['2026-02-01', false],
      ]);
      expect(await statusOf('&status=draft')).toEqual([['2026-02-01', false]]);
      expect(await statusOf('&status=published')).toEqual([['2026-02-02', true]]);
      const { nextCursor } = await getJson('/api/admin/draws?month=2026-02&limit=1');
      expect(await statusOf(`&cursor=${nextCursor}`)).toEqual([['2026-02-01', false]]);
    });

    test('are exported as CSV with their status', async () => {
      await enterDraw('2026-03-01');
      await enterDraw('2026-03-02', true);
      const response = await site.editor('GET', '/api/admin/draws.csv?month=2026-03');
      expect(response.headers.get('Content-Disposition')).toBe(
        `attachment; filename="admin-draws-${TODAY}.csv"`,
      );
      expect(await response.text()).toBe(
        [
          'Date,Time,Draw No,Digit 1,Digit 2,Digit 3,Digit 4,Digit 5,Status',
          '2026-03-02,10:00,SC020320261,1,2,3,4,5,Published',
          '2026-03-01,10:00,SC010320261,1,2,3,4,5,Draft',
          '',
        ].join('\n'),
      );
    });

    test('drafts are created for the missing slots of today', async () => {
      await site.editor('POST', '/api/admin/drafts');
      const { items } = await getJson(`/api/admin/draws?date=${TODAY}`);
      expect(items).toHaveLength(5);
      await site.admin('DELETE', `/api/admin/draws/${items[0].id}`);
      expect(await (await site.editor('POST', '/api/admin/drafts')).json()).toEqual({ created: 1 });
      expect(await (await site.editor('POST', '/api/admin/drafts')).json()).toEqual({ created: 0 });
    });
  });

  describe('importing', () => {
    const HEADER = 'Date,Time,Draw No,Digit 1,Digit 2,Digit 3,Digit 4,Digit 5,Status';
    const send = (lines: string[], query = '', type = 'text/csv; charset=utf-8') =>
      site.editor('POST', `/api/admin/draws/import${query}`, {
        body: lines.join('\n'),
        headers: { 'Content-Type': type },
      });
    const GOOD = [
      HEADER,
      '2025-05-01,10:00,SC010520251,1,2,3,4,5,Published',
      '',
      '2025-05-01,12:00,SC010520252,6,7,8,9,0,Draft',
    ];
    const countMay = async () => (await getJson('/api/admin/draws?month=2025-05')).items.length;

    test('a dry run stores nothing, an import stores all, and a second import is refused', async () => {
      const preview = await send(GOOD, '?dryRun=true');
      expect(await preview.json()).toEqual({ dryRun: true, published: 1, drafts: 1, problems: [] });
      expect(await countMay()).toBe(0);

      expect(await (await send(GOOD)).json()).toEqual({
        dryRun: false,
        published: 1,
        drafts: 1,
        problems: [],
      });
      expect(await countMay()).toBe(2);

      const again = await send(GOOD, '?dryRun=true');
      expect((await again.json()).problems).toEqual([
        { line: 2, message: 'There is already a draw for 2025-05-01 10:00.' },
        { line: 4, message: 'There is already a draw for 2025-05-01 12:00.' },
      ]);
      const refused = await send(GOOD);
      expect([refused.status, (await refused.json()).detail]).toEqual([
        422,
        'Line 2: There is already a draw for 2025-05-01 10:00.',
      ]);
    });

    test('stores nothing of a file with one bad line', async () => {
      const lines = [
        HEADER,
        '2025-06-01,10:00,SC010620251,1,2,3,4,5,Draft',
        '2025-06-01,11:00,X,1,2,3,4,5,Draft',
      ];
      const preview = await (await send(lines, '?dryRun=true')).json();
      expect(preview.problems).toEqual([{ line: 3, message: expect.stringContaining('Invalid time slot') }]);
      const refused = await send(lines);
      expect(refused.status).toBe(422);
      expect((await refused.json()).errors).toEqual({
        'line 3': expect.stringContaining('Invalid time slot'),
      });
      expect((await getJson('/api/admin/draws?month=2025-06')).items).toEqual([]);
    });

    test('returns 415 for other types and 413 for more than 5 MiB', async () => {
      expect((await send(GOOD, '', 'application/json')).status).toBe(415);
      expect((await send(GOOD, '?dryRun=maybe')).status).toBe(422);
      const large = await send([HEADER, 'x'.repeat(5 * 1024 * 1024)]);
      expect([large.status, (await large.json()).detail]).toEqual([413, 'The file is larger than 5 MiB.']);
      const allowed = await send([HEADER, 'x'.repeat(100_000)], '?dryRun=true');
      expect((await allowed.json()).problems).toEqual([{ line: 2, message: 'Expected 9 fields, found 1.' }]);
    });
  });

  test('news are created, changed and deleted, with an ETag', async () => {
    const { id, etag } = await create(site, 'news', { title: 'Old', author: 'Desk', body: 'Text' });
    const path = `/api/admin/news/${id}`;
    const changed = await site.editor('PATCH', path, {
      body: { title: 'New' },
      headers: { 'If-Match': etag },
    });
    const article = adminNewsArticleSchema.parse(await changed.json());
    expect(article).toMatchObject({ title: 'New', author: 'Desk', body: 'Text' });
    expect(changed.headers.get('ETag')).toBe(article.etag);
    const stale = await site.admin('PATCH', path, { body: { title: 'Mine' }, headers: { 'If-Match': etag } });
    expect(stale.status).toBe(412);
    expect((await getJson('/api/admin/news?q=new')).items.map((item: { id: string }) => item.id)).toEqual([
      id,
    ]);
    expect((await site.editor('DELETE', path, { headers: { 'If-Match': etag } })).status).toBe(412);
    expect((await site.editor('DELETE', path)).status).toBe(204);
    expect((await site.anonymous('GET', `/api/news/${id}`)).status).toBe(404);
  });

  test('FAQs are moved', async () => {
    for (const [index, question] of ['One?', 'Two?', 'Three?'].entries()) {
      await create(site, 'faqs', { question, answer: 'Yes.', order: index + 1 });
    }
    const list = async () => adminFaqPageSchema.parse(await getJson('/api/admin/faqs')).items;
    const [, , three] = await list();
    const moved = await site.editor('POST', `/api/admin/faqs/${three?.id}/move`, {
      body: { direction: 'up' },
    });
    expect(moved.status).toBe(200);
    expect((await list()).map(({ question }) => question)).toEqual(['One?', 'Three?', 'Two?']);
    const placed = await site.editor('PUT', `/api/admin/faqs/${three?.id}/place`, { body: { place: 1 } });
    expect(placed.status).toBe(200);
    expect((await list()).map(({ question }) => question)).toEqual(['Three?', 'One?', 'Two?']);
    const stale = await site.editor('POST', `/api/admin/faqs/${three?.id}/move`, {
      body: { direction: 'down' },
      headers: { 'If-Match': three?.etag ?? '' },
    });
    expect(stale.status).toBe(412);
  });

  test('messages are listed, searched and deleted', async () => {
    for (const name of ['Anil', 'Beena']) {
      await site.anonymous('POST', '/api/contact', {
        body: { name, phone: '123456', email: 'v@example.org', message: 'Hello', consent: true },
      });
    }
    const names = async (query = '') =>
      (await getJson(`/api/admin/contacts${query}`)).items.map((item: { name: string }) => item.name);
    expect((await names()).sort()).toEqual(['Anil', 'Beena']);
    expect(await names('?q=been')).toEqual(['Beena']);
    const [{ id }] = (await getJson('/api/admin/contacts?q=anil')).items;
    expect((await site.editor('DELETE', `/api/admin/contacts/${id}`)).status).toBe(204);
    expect((await site.editor('DELETE', `/api/admin/contacts/${id}`)).status).toBe(404);
    expect(await names()).toEqual(['Beena']);
  });

  test('accounts are added, invited, changed and deleted, but not the last Admin', async () => {
    const add = (body: object) => site.admin('POST', '/api/admin/users', { body });
    const invited = await (await add({ email: 'New@Example.org', role: 'editor' })).json();
    expect(invited).toMatchObject({ email: 'new@example.org', name: 'new', canSignIn: false });
    expect((await add({ email: 'new@example.org', role: 'editor' })).status).toBe(409);
    expect((await site.admin('POST', `/api/admin/users/${invited.id}/invite`)).status).toBe(204);
    const path = `/api/admin/users/${invited.id}`;
    expect(await (await site.admin('PATCH', path, { body: { role: 'admin' } })).json()).toMatchObject({
      role: 'admin',
    });
    const tag = (await site.admin('GET', path)).headers.get('ETag') ?? '';
    const rename = (name: string) =>
      site.admin('PATCH', path, { body: { name }, headers: { 'If-Match': tag } });
    expect((await rename('Nila')).status).toBe(200);
    expect((await rename('Nala')).status).toBe(412);
    expect((await site.admin('DELETE', path)).status).toBe(204);

    const { items } = staffPageSchema.parse(await getJson('/api/admin/users'));
    const owner = items.find(({ email }) => email === 'asha@example.org');
    for (const [method, body] of [
      ['DELETE', undefined],
      ['PATCH', { role: 'editor' }],
      ['PATCH', { disabled: true }],
    ] as const) {
      const response = await site.admin(method, `/api/admin/users/${owner?.id}`, { body });
      expect([response.status, (await response.json()).code]).toEqual([409, 'last-admin']);
    }
    const sessions = await getJson(`/api/admin/users/${owner?.id}/sessions`);
    expect(sessions.items.length).toBeGreaterThan(0);
  });

  test('returns 412 for deleting a row that has changed', async () => {
    const [draw, article, faq] = [
      await enterDraw('2026-01-09'),
      await create(site, 'news', { title: 'Old', author: 'Desk', body: 'Text' }),
      await create(site, 'faqs', { question: 'Why?', answer: 'Because.', order: 1 }),
    ];
    const added = { email: 'seen@example.org', role: 'editor' };
    const account = await (await site.admin('POST', '/api/admin/users', { body: added })).json();
    const listed = staffPageSchema.parse(await getJson('/api/admin/users'));
    const staffEtag = listed.items.find(({ id }) => id === account.id)?.etag;
    for (const [path, etag, body] of [
      [`/api/admin/draws/${draw.id}`, draw.etag, { digit1: '9' }],
      [`/api/admin/news/${article.id}`, article.etag, { body: 'New text' }],
      [`/api/admin/faqs/${faq.id}`, faq.etag, { answer: 'For a reason.' }],
      [`/api/admin/users/${account.id}`, staffEtag ?? '', { role: 'admin' }],
    ] as const) {
      const remove = (tag?: string) =>
        site.admin('DELETE', path, { ...(tag !== undefined && { headers: { 'If-Match': tag } }) });
      const changed = await site.admin('PATCH', path, { body });
      expect([path, changed.status]).toEqual([path, 200]);
      const refused = await remove(etag);
      expect([path, refused.status, (await refused.json()).code]).toEqual([path, 412, 'stale']);
      expect(await getJson(path)).toMatchObject(body);
      expect([path, (await remove(changed.headers.get('ETag') ?? '')).status]).toEqual([path, 204]);
    }
    const unseen = await create(site, 'news', { title: 'Unseen', author: 'Desk', body: 'Text' });
    expect((await site.admin('DELETE', `/api/admin/news/${unseen.id}`)).status).toBe(204);
  });

  test('settings take effect at once, and an outdated ETag gets 412', async () => {
    const before = await site.admin('GET', '/api/admin/settings');
    const settings = settingsSchema.parse(await before.json());
    expect(settings).toEqual({
      autoPublish: true,
      publishDelay: 15,
      generateTime: '06:00',
      enableNotifications: expect.any(Boolean),
      maintenanceMode: false,
    });
    const put = (change: object, headers: Record<string, string> = {}) =>
      site.admin('PUT', '/api/admin/settings', { body: { ...settings, ...change }, headers });
    const tag = before.headers.get('ETag') ?? '';
    const saved = await put({ publishDelay: 30 }, { 'If-Match': tag });
    expect(saved.status).toBe(200);
    expect((await put({ publishDelay: 20 }, { 'If-Match': tag })).status).toBe(412);
    const today = await (await site.anonymous('GET', '/api/today')).json();
    expect(today.slots[0].revealAt).toBe('2026-11-15T05:00:00.000Z');
    await put({});
  });

  test('in maintenance public routes return 503 with Retry-After, and health returns 200', async () => {
    const settings = await getJson('/api/admin/settings');
    const put = (maintenanceMode: boolean) =>
      site.admin('PUT', '/api/admin/settings', { body: { ...settings, maintenanceMode } });
    await put(true);
    for (const path of [
      '/api/today',
      '/api/draws',
      '/api/draws.csv',
      '/api/news',
      '/api/live',
      '/api/openapi.json',
      '/',
    ]) {
      const response = await site.anonymous('GET', path);
      expect([path, response.status]).toEqual([path, 503]);
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    }
    const today = await site.anonymous('GET', '/api/today');
    expect(today.headers.get('Access-Control-Allow-Origin')).toBe('*');
    const contact = await site.anonymous('POST', '/api/contact', { body: {} });
    expect([contact.status, (await contact.json()).code]).toEqual([503, 'maintenance']);
    expect((await site.anonymous('GET', '/api/health')).status).toBe(200);
    const { warnings } = await getJson('/api/admin/dashboard');
    expect(warnings).toContainEqual({ code: 'maintenance', text: expect.any(String) });
    await put(false);
    expect((await site.anonymous('GET', '/api/today')).status).toBe(200);
  });

  test('activity is filtered by type, user and day, and exported as CSV', async () => {
    await create(site, 'news', { title: '=1+1', author: 'Desk', body: 'Text' });
    const list = async (query: string) =>
      activityPageSchema.parse(await getJson(`/api/admin/activity${query}`)).items;
    expect((await list('?type=news&limit=1'))[0]).toMatchObject({
      action: 'Created article',
      user: 'asha',
      target: '=1+1',
      type: 'news',
      before: null,
      after: expect.objectContaining({ title: '=1+1' }),
    });
    expect(new Set((await list('?user=meera')).map(({ user }) => user))).toEqual(new Set(['meera']));
    const { items: names } = activityUsersSchema.parse(await getJson('/api/admin/activity/users'));
    expect(names).toEqual(
      [...new Set((await list('?limit=500')).map(({ user }) => user))].sort((one, other) =>
        one.localeCompare(other),
      ),
    );
    expect(await list('?from=2026-11-16')).toEqual([]);
    expect(await list('?to=2026-11-14')).toEqual([]);
    expect((await list(`?from=${TODAY}&to=9999-12-31`)).length).toBeGreaterThan(0);
    const page = activityPageSchema.parse(await getJson('/api/admin/activity?limit=2'));
    const next = await list(`?limit=2&cursor=${page.nextCursor}`);
    expect(Number(next[0]?.id)).toBe(Number(page.items[1]?.id) - 1);

    const file = await site.editor('GET', '/api/admin/activity.csv?type=news');
    expect(file.headers.get('Content-Disposition')).toBe(`attachment; filename="activity-${TODAY}.csv"`);
    const [header, first] = (await file.text()).split('\n');
    expect(header).toBe('Time,User,Type,Action,Target,Before,After');
    expect(first).toContain(`,"asha","news","Created article","'=1+1",`);
  });

  test('the dashboard has today, the results, the visitors and the database', async () => {
    await site.admin('POST', '/api/admin/drafts');
    const draws = await getJson(`/api/admin/draws?date=${TODAY}`);
    const stream = await site.anonymous('GET', '/api/live');
    const dashboard = dashboardSchema.parse(await getJson('/api/admin/dashboard'));
    await stream.body?.cancel();
    expect(dashboard).toMatchObject({
      date: TODAY,
      pendingCount: 5,
      visitors: 1,
      nextAction: { kind: 'publish', at: '2026-11-15T04:45:00.000Z', drawNo: 'SC151120261' },
      database: { kind },
    });
    expect(dashboard.slots.map(({ draw }) => draw?.id)).toEqual(
      draws.items.map(({ id }: { id: string }) => id).reverse(),
    );
    expect(dashboard.recentResults.map(({ date }) => date)).toEqual(
      (await getJson('/api/admin/draws?status=published&limit=5')).items.map(({ date }: AdminDraw) => date),
    );
    expect(dashboard.database.bytes).toBeGreaterThan(10_000);
  });

  test('returns 409 for a second concurrent backup, and the first is verified', async () => {
    const startBackup = () => site.admin('POST', '/api/admin/backups');
    const responses = (await Promise.all([startBackup(), startBackup()])).sort((a, b) => a.status - b.status);
    expect(responses.map(({ status }) => status)).toEqual([202, 409]);
    const { id } = backupSchema.parse(await responses[0]?.json());
    const latest = async () => backupPageSchema.parse(await getJson('/api/admin/backups?limit=1')).items[0];
    while ((await latest())?.status === 'running') await Bun.sleep(50);
    expect(await latest()).toMatchObject({ id, status: 'verified', progress: 100 });
    const { lastBackup, warnings } = await getJson('/api/admin/dashboard');
    expect(lastBackup.id).toBe(id);
    expect(warnings.map(({ code }: { code: string }) => code)).not.toContain('no-recent-backup');
  });
});

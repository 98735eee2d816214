/** Settings, maintenance, activity, dashboard and backups in the admin API over HTTP, on both databases. */
import { expect, test } from 'bun:test';
import { activityPageSchema, activityUsersSchema } from '../../src/contract/activity.ts';
import { attentionSchema } from '../../src/contract/attention.ts';
import { backupPageSchema, backupSchema } from '../../src/contract/backups.ts';
import { dashboardSchema } from '../../src/contract/dashboard.ts';
import type { AdminDraw } from '../../src/contract/draws.ts';
import { settingsSchema } from '../../src/contract/settings.ts';
import { create, newDraw, TODAY } from './api-seed.ts';
import { describeOnBothSites } from './api-site.ts';

describeOnBothSites({}, (site, kind) => {
  const getJson = async (path: string) => (await site.admin('GET', path)).json();

  test('settings take effect at once, and an outdated ETag gets 412', async () => {
    const before = await site.admin('GET', '/api/admin/settings');
    const settings = settingsSchema.parse(await before.json());
    expect(settings).toEqual({
      autoPublish: true,
      publishDelay: 15,
      generateTime: '06:00',
      enableNotifications: expect.any(Boolean),
      maintenanceMode: false,
      publishGenerated: true,
      approval: 'off',
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
    for (const client of [site.admin, site.editor]) {
      const { items } = attentionSchema.parse(await (await client('GET', '/api/admin/attention')).json());
      expect(items[0]).toEqual({
        kind: 'maintenance',
        since: expect.any(String),
        text: 'Maintenance mode is on: visitors see the maintenance page.',
      });
    }
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

  test('activity is searched by words, results and times, ignoring case', async () => {
    const { id } = await create(site, 'draws', newDraw('2026-06-01', '17:00', '90817', false));
    const patch = { digit5: '8', reason: 'Misheard over the 100%_phone' };
    await site.editor('PATCH', `/api/admin/draws/${id}`, { body: patch });
    await create(site, 'news', { title: 'ഓണം Ärger', author: 'Desk', body: 'Text' });
    const actionsFor = async (words: string, more = '') => {
      const query = `q=${encodeURIComponent(words)}${more}`;
      const page = activityPageSchema.parse(await getJson(`/api/admin/activity?${query}`));
      const file = await site.editor('GET', `/api/admin/activity.csv?${query}`);
      expect((await file.text()).trim().split('\n')).toHaveLength(page.items.length + 1);
      return page.items.map(({ action }) => action);
    };
    expect(await actionsFor('90817')).toEqual(['Edited draft', 'Created draft']);
    expect(await actionsFor('90818')).toEqual(['Edited draft']);
    expect(await actionsFor('sc010620264')).toEqual(['Edited draft', 'Created draft']);
    expect(await actionsFor('MISHEARD  over')).toEqual(['Edited draft']);
    expect(await actionsFor('100%_phone')).toEqual(['Edited draft']);
    expect(await actionsFor('100%phone')).toEqual([]);
    expect(await actionsFor('Ärger')).toEqual(['Created article']);
    expect(await actionsFor('ഓണം')).toEqual(['Created article']);
    expect(await actionsFor('5:00 pm', `&from=${TODAY}`)).toContain('Created draft');
    expect(await actionsFor('edited DRAFT', '&user=meera')).toEqual(['Edited draft']);
    expect(await actionsFor('edited draft', '&user=asha')).toEqual([]);
    expect(await actionsFor('meera', '&type=draw')).toEqual(['Edited draft']);
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

  // The rule itself is tested on both databases without HTTP.
  if (kind === 'sqlite')
    test('returns 409 for a second concurrent backup, and the first is verified', async () => {
      const startBackup = () => site.admin('POST', '/api/admin/backups');
      const responses = (await Promise.all([startBackup(), startBackup()])).sort(
        (a, b) => a.status - b.status,
      );
      expect(responses.map(({ status }) => status)).toEqual([202, 409]);
      const { id } = backupSchema.parse(await responses[0]?.json());
      const latest = async () => backupPageSchema.parse(await getJson('/api/admin/backups?limit=1')).items[0];
      while ((await latest())?.status === 'running') await Bun.sleep(50);
      expect(await latest()).toMatchObject({ id, status: 'verified', progress: 100 });
      const { lastBackup } = await getJson('/api/admin/dashboard');
      expect(lastBackup.id).toBe(id);
    });
});

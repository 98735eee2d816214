/** The dashboard: every figure on it compared with what the test itself has put there. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { inProject } from '../../scripts/project.mjs';
import type { Dashboard } from '../../src/contract/dashboard.ts';
import type { Settings } from '../../src/contract/settings.ts';
import { seedSite } from '../support/seed-site.ts';
import { startServer } from '../support/server.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './page-checks.ts';
import { test as base, expect, STAFFED } from './panel.ts';

/** A quarter of a minute before 02:05 PM in India: the third draw is live, and the minute's count is near. */
const CLOCK_START = '2026-11-15T08:34:45.000Z';
const TODAY = '2026-11-15';
const YESTERDAY = '2026-11-14';

const DRAWS = [
  { date: YESTERDAY, slot: '10:00', digits: '10010', published: true },
  { date: YESTERDAY, slot: '12:00', digits: '20020', published: true },
  { date: YESTERDAY, slot: '14:00', digits: '30030', published: true },
  { date: YESTERDAY, slot: '17:00', digits: '40040', published: true },
  { date: YESTERDAY, slot: '19:00', digits: '50050', published: true },
  { date: TODAY, slot: '10:00', digits: '11111', published: true },
  { date: TODAY, slot: '12:00', digits: '22222', published: true },
  { date: TODAY, slot: '14:00', digits: '33333', published: false },
  { date: TODAY, slot: '17:00', digits: '44444', published: false },
] as const;

/** What is to be seen of each slot once the second of them has been taken back. */
const SLOTS = [
  { label: '10:00 AM', state: 'Published', digits: '1 1 1 1 1', drawNo: 'SC151120261', outlook: /^Done$/ },
  {
    label: '12:00 PM',
    state: 'On hold',
    digits: '2 2 2 2 2',
    drawNo: 'SC151120262',
    outlook: /^Waits for a person$/,
  },
  {
    label: '02:00 PM',
    state: 'Live',
    digits: '3 3 3 3 3',
    drawNo: 'SC151120263',
    outlook: /^Publishes in 00h (10|09)m \d\ds$/,
  },
  {
    label: '05:00 PM',
    state: 'Draft',
    digits: '4 4 4 4 4',
    drawNo: 'SC151120264',
    outlook: /^Publishes in 03h (10|09)m \d\ds$/,
  },
  {
    label: '07:00 PM',
    state: 'Missing',
    digits: null,
    drawNo: 'SC151120265',
    outlook: /^Nothing to publish$/,
  },
];

const RECENT = [
  { drawNo: 'SC151120261', when: '15 November 2026, 10:00 AM', digits: '1 1 1 1 1' },
  { drawNo: 'SC141120265', when: '14 November 2026, 07:00 PM', digits: '5 0 0 5 0' },
  { drawNo: 'SC141120264', when: '14 November 2026, 05:00 PM', digits: '4 0 0 4 0' },
  { drawNo: 'SC141120263', when: '14 November 2026, 02:00 PM', digits: '3 0 0 3 0' },
  { drawNo: 'SC141120262', when: '14 November 2026, 12:00 PM', digits: '2 0 0 2 0' },
];

const test = base.extend({
  server: [
    async ({ dataDir }, use) => {
      seedSite(dataDir, { draws: [...DRAWS] });
      const server = await startServer({
        ...STAFFED,
        CLOCK_START,

        DATA_DIR: dataDir,
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
});

const readDashboard = async (api: APIRequestContext): Promise<Dashboard> =>
  (await api.get('/api/admin/dashboard')).json();

async function saveSettings(api: APIRequestContext, change: Partial<Settings>): Promise<void> {
  const settings = await (await api.get('/api/admin/settings')).json();
  expect((await api.put('/api/admin/settings', { data: { ...settings, ...change } })).status()).toBe(200);
}

/** Somebody who looks at the site, as far as the server can tell. */
async function visit(url: string): Promise<{ leave(): void }> {
  const leaving = new AbortController();
  const stream = await fetch(`${url}/api/live`, { signal: leaving.signal });
  expect(stream.status).toBe(200);
  return { leave: () => leaving.abort() };
}

const panelOf = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name });

test('every figure is what it should be, and follows what happens', async ({
  page,
  api,
  server,
  dataDir,
}) => {
  test.slow();
  const visitors = await Promise.all([visit(server.url), visit(server.url), visit(server.url)]);
  const { items: held } = await (await api.get(`/api/admin/draws?date=${TODAY}&slot=12:00`)).json();
  await api.post(`/api/admin/draws/${held[0].id}/unpublish`);
  await page.goto('/admin');

  const today = panelOf(page, 'Today, Sunday 15 November 2026');
  await expect(today.getByText('4 results pending')).toBeVisible();
  const slots = today.getByRole('listitem');
  await expect(slots).toHaveCount(5);
  for (const [index, { label, state, digits, drawNo, outlook }] of SLOTS.entries()) {
    const slot = slots.nth(index);
    await expect(slot.getByText(label, { exact: true })).toBeVisible();
    await expect(slot.getByText(state, { exact: true })).toBeVisible();
    await expect(slot.getByText(outlook)).toBeVisible();
    await expect(slot.getByRole('link', { name: drawNo })).toHaveAttribute(
      'href',
      `/admin/draws?date=${TODAY}`,
    );
    if (digits) await expect(slot.getByRole('img', { name: digits })).toBeVisible();
    else await expect(slot.getByText('No draw')).toBeVisible();
  }
  await expect(
    today.getByText(/Next: the system publishes SC151120263 at 02:15 PM, in 00h (10|09)m \d\ds\./),
  ).toBeVisible();

  const recent = panelOf(page, 'Recent Results').getByRole('listitem');
  await expect(recent).toHaveCount(5);
  for (const [index, { drawNo, when, digits }] of RECENT.entries()) {
    await expect(recent.nth(index).getByText(drawNo)).toBeVisible();
    await expect(recent.nth(index).getByText(`${when} · Drawn by the system`)).toBeVisible();
    await expect(recent.nth(index).getByRole('img', { name: digits })).toBeVisible();
  }

  await expect(panelOf(page, 'Visitors').getByText('3 connected now')).toBeVisible();
  await expect(panelOf(page, 'Warnings').getByRole('listitem')).toHaveText([
    'There has been no verified backup for a day.',
  ]);

  const system = panelOf(page, 'System');
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  await expect(system.getByText(version, { exact: true })).toBeVisible();
  await expect(system.getByText('SQLite')).toBeVisible();
  await expect(system.getByText('None yet')).toBeVisible();
  const { database } = await readDashboard(api);
  await expect(system.getByText(`${Math.round(database.bytes / 1024)} KB`)).toBeVisible();

  await api.post('/api/admin/backups');
  await expect.poll(async () => (await readDashboard(api)).lastBackup?.status).toBe('verified');
  const { lastBackup } = await readDashboard(api);
  const { size } = statSync(join(dataDir, 'backups', lastBackup?.file ?? ''));
  await expect(system.getByText('just now')).toBeVisible({ timeout: 10_000 });
  await expect(
    system.getByText(new RegExp(`15 November 2026, 02:0\\d PM · ${Math.round(size / 1024)} KB`)),
  ).toBeVisible();
  await expect(panelOf(page, 'Warnings')).toBeHidden();

  const plot = panelOf(page, 'Visitors').getByRole('img', { name: 'Visitors over the last 24 hours' });
  await expect(plot).toHaveAccessibleName(
    'Visitors over the last 24 hours At most 3 at a time, in 1 counts.',
    {
      timeout: 30_000,
    },
  );
  visitors[0]?.leave();
  await expect(panelOf(page, 'Visitors').getByText('2 connected now')).toBeVisible({ timeout: 10_000 });
  for (const { leave } of visitors) leave();
});

test('what others do shows at once', async ({ page, api }) => {
  await page.goto('/admin');
  const today = panelOf(page, /^Today/);
  const slots = today.getByRole('listitem');
  await expect(slots).toHaveCount(5);
  const { items } = await (await api.get(`/api/admin/draws?date=${TODAY}&slot=17:00`)).json();
  const pending = Number(((await today.getByText(/results? pending/).textContent()) ?? '').charAt(0));

  await api.post(`/api/admin/draws/${items[0].id}/publish`);
  await expect(slots.nth(3).getByText('Published', { exact: true })).toBeVisible({ timeout: 5_000 });
  await expect(today.getByText(`${pending - 1} result`)).toBeVisible();
  await expect(panelOf(page, 'Recent Results').getByRole('listitem').first()).toContainText('SC151120264');

  await saveSettings(api, { autoPublish: false, maintenanceMode: true });
  await expect(panelOf(page, 'Warnings').getByText('Automatic publishing is switched off.')).toBeVisible();
  await expect(
    panelOf(page, 'Warnings').getByText('Maintenance mode is on: visitors see the maintenance page.'),
  ).toBeVisible();
  await expect(slots.nth(2).getByText('Publish by hand')).toBeVisible();
  await expect(today.getByText(/Next: the system makes the drafts of the day at 06:00 AM/)).toBeVisible();
  await saveSettings(api, { autoPublish: true, maintenanceMode: false });
  await expect(panelOf(page, 'Warnings').getByText(/switched off|Maintenance/)).toHaveCount(0);
});

test.describe('as editor', () => {
  test.use({ role: 'editor' });

  test('the dashboard is there as well, without a barrier in either theme', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/admin');
    await expect(panelOf(page, /^Today/)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothThemes(page);
    await page.getByRole('link', { name: 'SC151120261' }).click();
    await expect(page).toHaveURL(`/admin/draws?date=${TODAY}`);
  });
});

test('a server out of reach is said, and what was known stays', async ({ page, context, allowNoise }) => {
  allowNoise(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/admin');
  await expect(panelOf(page, /^Today/)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/Connection lost/)).toBeVisible({ timeout: 10_000 });
  await expect(panelOf(page, /^Today/).getByRole('listitem')).toHaveCount(5);
  await context.setOffline(false);
  await expect(page.getByText(/Connection lost/)).toBeHidden({ timeout: 15_000 });
});

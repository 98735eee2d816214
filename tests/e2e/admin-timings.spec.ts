/** Timings: the settings, today's drafts and the backups. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Settings } from '../../src/contract/settings.ts';
import { expect, holdRequests, STALE, TODAY, test, toastWith } from './panel.ts';

const DEFAULTS: Settings = {
  autoPublish: true,
  publishDelay: 15,
  generateTime: '06:00',
  enableNotifications: true,
  maintenanceMode: false,
  publishGenerated: true,
  approval: 'off',
};

const readSettings = async (api: APIRequestContext): Promise<Settings> =>
  (await api.get('/api/admin/settings')).json();

const scheduleOn = (page: Page): Locator =>
  page.getByRole('region', { name: 'Draw schedule' }).getByRole('listitem');
const delayOn = (page: Page): Locator => page.getByLabel('Publication delay (minutes)');

/** The switches, and what they are described with. */
const DESCRIPTIONS = [
  ['Publish automatically', /each draft is published by itself/],
  [
    'Notifications',
    /sent to webhooks and to the devices of visitors .* alerts .* Off: nothing of this is sent/,
  ],
  ['Maintenance mode', /visitors see a maintenance page/],
] as const;

/** Opens the screen, and creates drafts for the empty slots. */
async function createDrafts(page: Page, api: APIRequestContext): Promise<void> {
  await api.post('/api/admin/drafts');
  const { items } = await (await api.get(`/api/admin/draws?date=${TODAY}`)).json();
  for (const { id } of items.slice(0, 2)) await api.delete(`/api/admin/draws/${id}`);
  // The settings arrive last: what is below them is shown when it has its place.
  const requestSettings = await holdRequests(page, '**/api/admin/settings');
  await page.goto('/admin/timings');
  const create = page.getByRole('button', { name: 'Create drafts' });
  await expect(page.getByText('Loading the settings')).toBeAttached();
  await expect(page.getByText('There is no verified backup yet')).toBeAttached();
  await expect(create).toBeHidden();
  requestSettings();
  await create.click();
  await expect(toastWith(page, 'Daily drafts created successfully!')).toBeVisible();
  await expect(toastWith(page, '2 of 5 slots had no draw.')).toBeVisible();
}

/** A backup shows its progress, and a failed one its error. */
async function backUp(page: Page, dataDir: string): Promise<void> {
  const backups = page.getByRole('region', { name: 'Backups' });
  await backups.getByRole('button', { name: 'Back up now' }).click();
  const newest = backups.getByRole('listitem').first();
  await expect(newest.getByText('Verified')).toBeVisible({ timeout: 20_000 });
  await expect(newest.getByText(/\d KB/)).toBeVisible();
  const last = backups.getByText(/^Last verified: 15 November 2026, 08:\d\d AM$/);
  await expect(last).toBeVisible();

  const folder = join(dataDir, 'backups');
  renameSync(folder, `${folder}-moved`);
  writeFileSync(folder, 'a file where the folder should be');
  await backups.getByRole('button', { name: 'Back up now' }).click();
  await expect(newest.getByText('Failed')).toBeVisible({ timeout: 20_000 });
  await expect(newest.getByText(/EEXIST/)).toBeVisible();
  await expect(last).toBeVisible();
  rmSync(folder);
  renameSync(`${folder}-moved`, folder);
}

/** The fields are read-only until then. */
const expectSaved = (page: Page): Promise<void> =>
  expect(page.getByRole('button', { name: /^(Save Changes|Saving…)$/ })).toHaveCount(0);

/** Settings of another Admin are shown at once; a conflict keeps the input. */
async function shareSettings(page: Page, api: APIRequestContext): Promise<void> {
  await delayOn(page).fill('25');
  await api.put('/api/admin/settings', { data: { ...DEFAULTS, generateTime: '04:45', publishDelay: 40 } });
  await expect(
    page.getByText('Someone else has just changed: Publication delay, Drafts are made at.'),
  ).toBeVisible();
  await expect(page.getByLabel('Drafts are made at')).toHaveValue('04:45');
  await expect(delayOn(page)).toHaveValue('25');
  await expect(page.getByText('Saved: 40.')).toBeVisible();
  const save = page.getByRole('button', { name: 'Save Changes' });
  await save.click();
  await expectSaved(page);
  expect(await readSettings(api)).toMatchObject({ publishDelay: 25, generateTime: '04:45' });

  await delayOn(page).fill('26');
  await page.route('**/api/admin/settings', async (route) => {
    // Another user saves after the click, before the request arrives.
    if (route.request().method() === 'PUT')
      await api.put('/api/admin/settings', { data: { ...DEFAULTS, publishDelay: 50 } });
    await route.continue();
  });
  await save.click();
  await expect(
    page.getByText('Someone else has changed this meanwhile. Nothing was overwritten.'),
  ).toBeVisible();
  await expect(delayOn(page)).toHaveValue('26');
  await expect(page.getByText('Saved: 50.')).toBeVisible();
  expect(await readSettings(api)).toMatchObject({ publishDelay: 50 });
  await page.unroute('**/api/admin/settings');

  await save.click();
  await expectSaved(page);
  expect(await readSettings(api)).toMatchObject({ publishDelay: 26 });
}

/** An unsaved delay changes the schedule; changes can be reset, kept when leaving, or saved. */
async function changeSettings(page: Page, api: APIRequestContext): Promise<void> {
  await expect(scheduleOn(page)).toHaveCount(5);
  await expect(scheduleOn(page).nth(0)).toHaveText('Draw10:00 AMResult10:15 AMAnnouncement10:30 AM');
  const save = page.getByRole('button', { name: 'Save Changes' });
  await expect(save).toBeHidden();
  for (const [name, description] of DESCRIPTIONS) {
    await expect(page.getByRole('switch', { name })).toHaveAccessibleDescription(description);
  }

  await delayOn(page).fill('20');
  await page.getByRole('switch', { name: 'Notifications' }).click();
  await expect(scheduleOn(page).nth(1)).toHaveText('Draw12:00 PMResult12:20 PMAnnouncement12:30 PM');
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(delayOn(page)).toHaveValue('15');
  await expect(page.getByRole('switch', { name: 'Notifications' })).toBeChecked();
  await expect(save).toBeHidden();

  await delayOn(page).fill('61');
  const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const leave = () => page.getByRole('link', { name: 'News', exact: true }).click();
  await leave();
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/admin/timings');
  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  await (await asked).dismiss();
  await expect(delayOn(page)).toHaveValue('61');

  await save.click();
  await expect(
    page.getByText('Publication delay must be a whole number from 0 to 60 minutes.'),
  ).toBeVisible();
  await expect(delayOn(page)).toBeFocused();
  await delayOn(page).fill('0');
  await page.getByLabel('Drafts are made at').fill('05:30');
  for (const [name] of DESCRIPTIONS) await page.getByRole('switch', { name }).click();
  await page.getByRole('radio', { name: 'Results entered by people' }).check();
  const note = page.getByText('entered or edited before you save are published without approval.');
  await expect(note).toBeVisible();
  await save.click();
  const question = page.getByRole('alertdialog', { name: 'Close the public site?' });
  await question.getByRole('button', { name: 'Turn maintenance on' }).click();
  await expect(toastWith(page, 'Settings saved.')).toBeVisible();
  await expectSaved(page);
  expect(await readSettings(api)).toEqual({
    autoPublish: false,
    publishDelay: 0,
    generateTime: '05:30',
    enableNotifications: false,
    maintenanceMode: true,
    publishGenerated: true,
    approval: 'entered',
  });
  expect((await api.get('/api/today')).status()).toBe(503);
}

// Other tests of this worker use the same site.
test.afterEach(async ({ api }) => {
  expect((await api.put('/api/admin/settings', { data: DEFAULTS })).status()).toBe(200);
});

test('drafts are created, backups made, and settings changed, also while another Admin changes them', async ({
  page,
  api,
  site: { dataDir },
  allowErrors,
}) => {
  allowErrors(STALE);
  await createDrafts(page, api);
  await backUp(page, dataDir);
  await shareSettings(page, api);
  await api.put('/api/admin/settings', { data: DEFAULTS });
  await changeSettings(page, api);
});

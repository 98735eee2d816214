/** Alerts of one's own account: by mail and on this device. */
import type { APIRequestContext, Page } from '@playwright/test';
import type { Settings } from '../../src/contract/settings.ts';
import { type PushService, startPushService } from '../support/push-service.ts';
import { PASSWORD } from './accounts.ts';
import { enterDraw, freeDay } from './draw-entries.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './page-checks.ts';
import { toastWith } from './panel.ts';
import { answerPermission, connectPushService, openWorker, timesAsked } from './push-device.ts';
import { expect, test } from './staff.ts';

test.use({ serviceWorkers: 'allow' });

let service: PushService;
test.beforeEach(async () => {
  service = await startPushService();
});
test.afterEach(() => service.stop());

const received = () => service.received.map((message) => message.json() as { title: string; body: string });
const titles = () => received().map(({ title }) => title);

/** Corrects a public result as somebody else, and opens the notification that arrives on the device. */
async function openCorrection(page: Page, api: APIRequestContext): Promise<void> {
  const draw = await enterDraw(api, { date: freeDay(), slot: '10:00', digits: '12345', published: true });
  const corrected = await api.patch(`/api/admin/draws/${draw.id}`, { data: { digit5: '6' } });
  expect(corrected.ok()).toBe(true);
  await expect.poll(titles).toContain('10:00 AM result corrected');
  const correction = received().find(({ title }) => title === '10:00 AM result corrected');
  expect(correction?.body).toContain('12345 became 12346');
  const device = await openWorker(page);
  await device.push(JSON.stringify(correction));
  await expect.poll(() => device.shown()).toMatchObject([{ title: '10:00 AM result corrected' }]);
  expect(await device.click()).toContain(`/admin/draws?date=${draw.date}&slot=10:00`);
}

test('alerts by mail and on this device are turned on and tested, and the device is turned off by logging out', async ({
  page,
  context,
  api,
  addPerson,
  signInHere,
  linkTo,
}) => {
  await connectPushService(context, service.subscribe());
  const me = await addPerson('editor');
  await signInHere(me);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/admin/account');
  const here = page.getByRole('switch', { name: 'On this device' });
  const mail = page.getByRole('switch', { name: `By mail to ${me.email}` });
  const contacts = page.getByRole('switch', { name: 'New contact messages by mail' });
  await expect(mail).not.toBeChecked();
  await expect(contacts).not.toBeChecked();
  await expect(here).not.toBeChecked();
  await mail.click();
  await expect(mail).toBeChecked();
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await expect(toastWith(page, 'The test is on its way to you.')).toBeVisible();
  expect(await linkTo(me.email, '/admin/account')).toBe('/admin/account');

  await answerPermission(page, 'denied');
  expect(await timesAsked(page)).toBe(0);
  await here.click();
  await expect(page.getByRole('alert')).toContainText('Notifications from this site are blocked.');
  await expect(here).not.toBeChecked();
  const settings: Settings = await (await api.get('/api/admin/settings')).json();
  const save = (change: Partial<Settings>) =>
    api.put('/api/admin/settings', { data: { ...settings, ...change } });
  expect((await save({ enableNotifications: false })).status()).toBe(200);
  const notice = page.getByText('so no alerts are sent. Ask an Admin.');
  await expect(notice).toBeVisible();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page, page.getByRole('region', { name: 'Alerts' }));
  expect((await save({ enableNotifications: true })).status()).toBe(200);
  await expect(notice).toBeHidden();

  await page.setViewportSize({ width: 1280, height: 800 });
  await answerPermission(page, 'granted');
  const asked = await timesAsked(page);
  await here.click();
  await expect(here).toBeChecked();
  expect(await timesAsked(page)).toBe(asked + 1);
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await expect.poll(titles).toContain('Test of your alerts');

  await openCorrection(page, api);

  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByLabel('E-mail').fill(me.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: me.name }).click();
  await expect(mail).toBeChecked();
  await expect(here).not.toBeChecked();
  const { devices } = await (await page.request.get('/api/admin/me/alerts')).json();
  expect(devices).toEqual([]);
});

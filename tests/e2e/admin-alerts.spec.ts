/** Alerts of one's own account: by mail and on this device. */
import { type PushService, startPushService } from '../support/push-service.ts';
import { enterDraw, freeDay } from './draw-entries.ts';
import { PHONE } from './fixtures.ts';
import { expectFitsAndAccessible } from './page-checks.ts';
import { toastWith } from './panel.ts';
import { answerPermission, connectPushService, openWorker, timesAsked } from './push-device.ts';
import { expect, test } from './staff.ts';

test.use({ serviceWorkers: 'allow' });

let service: PushService;
test.beforeEach(async () => {
  service = await startPushService();
});
test.afterEach(() => service.stop());

const titles = () => service.received.map((message) => (message.json() as { title: string }).title);

test('on this device: from the permission to a correction by somebody else, and off by logging out', async ({
  page,
  context,
  api,
  addPerson,
  signInHere,
}) => {
  await connectPushService(context, service.subscribe());
  await context.grantPermissions(['notifications']);
  const me = await addPerson('editor');
  await signInHere(me);
  await page.goto('/admin/account');
  const here = page.getByRole('switch', { name: 'On this device' });
  await expect(here).not.toBeChecked();
  expect(await timesAsked(page)).toBe(0);
  await here.click();
  await expect(here).toBeChecked();
  expect(await timesAsked(page)).toBe(1);
  await expectFitsAndAccessible(page);

  await page.getByRole('button', { name: 'Send me a test' }).click();
  await expect(toastWith(page, 'The test is on its way to you.')).toBeVisible();
  await expect.poll(titles).toContain('Test of your alerts');

  const draw = await enterDraw(api, { date: freeDay(), slot: '10:00', digits: '12345', published: true });
  const corrected = await api.patch(`/api/admin/draws/${draw.id}`, { data: { digit5: '6' } });
  expect(corrected.ok()).toBe(true);
  await expect.poll(titles).toContain('10:00 AM result corrected');
  const pushed = service.received.map((message) => message.json() as { title: string; body: string });
  const correction = pushed.find(({ title }) => title === '10:00 AM result corrected');
  expect(correction?.body).toContain('12345 became 12346');

  await page.goto('/');
  const device = await openWorker(page);
  await device.push(JSON.stringify(correction));
  await expect.poll(() => device.shown()).toMatchObject([{ title: '10:00 AM result corrected' }]);
  expect(await device.click()).toContain(`/admin/draws?date=${draw.date}&slot=10:00`);

  await page.goto('/admin/account');
  await expect(here).toBeChecked();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await signInHere(me);
  await page.goto('/admin/account');
  await expect(here).toBeVisible();
  await expect(here).not.toBeChecked();
});

test('by mail: is saved, and a test arrives', async ({ page, addPerson, signInHere, linkTo }) => {
  const me = await addPerson('editor');
  await signInHere(me);
  await page.goto('/admin/account');
  const mail = page.getByRole('switch', { name: `By mail to ${me.email}` });
  const contacts = page.getByRole('switch', { name: 'New contact messages by mail' });
  await expect(mail).not.toBeChecked();
  await expect(contacts).not.toBeChecked();
  await mail.click();
  await expect(mail).toBeChecked();
  await page.reload();
  await expect(mail).toBeChecked();
  await expect(contacts).not.toBeChecked();
  await page.getByRole('button', { name: 'Send me a test' }).click();
  expect(await linkTo(me.email, '/admin/account')).toBe('/admin/account');
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('blocked notifications, and a site that sends none', async ({
    page,
    context,
    api,
    addPerson,
    signInHere,
  }) => {
    await connectPushService(context, service.subscribe());
    await signInHere(await addPerson('editor'));
    await page.goto('/admin/account');
    await answerPermission(page, 'denied');
    const here = page.getByRole('switch', { name: 'On this device' });
    await here.click();
    await expect(page.getByRole('alert')).toContainText('Notifications from this site are blocked.');
    await expect(here).not.toBeChecked();
    await expectFitsAndAccessible(page);

    const settings = await (await api.get('/api/admin/settings')).json();
    const save = (change: object) => api.put('/api/admin/settings', { data: { ...settings, ...change } });
    expect((await save({ enableNotifications: false })).status()).toBe(200);
    const notice = page.getByText('so no alerts are sent. Ask an Admin.');
    await expect(notice).toBeVisible();
    await expectFitsAndAccessible(page);
    expect((await save({ enableNotifications: true })).status()).toBe(200);
    await expect(notice).toBeHidden();
  });
});

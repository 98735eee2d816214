/** Webhooks: an Admin adds one, keeps its secret, tests it, reads what was sent, and turns it off; on a phone. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { enterDraw, freeDay } from './draw-entries.ts';
import { PHONE } from './fixtures.ts';
import { expectAccessible, expectFitsAndAccessible, expectFitsAndAccessibleInLight } from './page-checks.ts';
import { expect, STALE, test, toastWith } from './panel.ts';

test.use(PHONE);

let receiver: WebhookReceiver;
test.beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
test.afterEach(() => receiver.stop());

/** Sends the next save to the server, and drops its response. */
async function loseNextSave(page: Page): Promise<void> {
  let isLost = false;
  await page.route('**/api/admin/webhooks/*', async (route) => {
    if (isLost || route.request().method() !== 'PATCH') return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

/** A save whose response is lost is no conflict; a change of somebody else is one, and the second save replaces it. */
async function editTogether(page: Page, api: APIRequestContext, row: Locator): Promise<void> {
  const [{ id, url }] = (await (await api.get('/api/admin/webhooks')).json()).items;
  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit webhook' });
  const save = dialog.getByRole('button', { name: 'Save changes' });
  const error = dialog.getByRole('alert');
  await dialog.getByLabel('Address').fill(`${url}/mine`);
  await loseNextSave(page);
  await save.click();
  await expect(error).toHaveText('Error saving webhook. Please try again.');
  await dialog.getByLabel('Corrected').click();
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('/mine');
  await expect(row.getByRole('list', { name: 'Events' }).getByRole('listitem')).toHaveCount(3);

  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await dialog.getByLabel('Address').fill(url);
  await api.patch(`/api/admin/webhooks/${id}`, {
    data: { url: `${url}/theirs`, events: ['draw.corrected'] },
  });
  await save.click();
  await expect(error).toContainText('Save again to replace their version with yours.');
  await expect(dialog.getByText('Address, as they left it')).toBeVisible();
  await expect(dialog.getByRole('definition')).toHaveText([`${url}/theirs`, 'Corrected']);
  await save.click();
  await expect(dialog).toBeHidden();
  await expect(row).not.toContainText('theirs');
}

/** Both screens show settings. */
async function openTimings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Timings' }).click();
  await expect(page.getByRole('switch', { name: 'Notifications' })).toBeChecked();
}

test('from adding it to deleting it; afterwards Timings opens', async ({ page, api, allowErrors }) => {
  for (const error of [/status of 422/, STALE, /ERR_FAILED/]) allowErrors(error);
  const host = `127.0.0.1:${receiver.port}`;
  await page.goto('/admin/webhooks');
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();

  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add webhook' });
  await dialog.getByLabel('Address').fill('partner.example');
  await dialog.getByLabel('Corrected').click();
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByText('Address must be a complete URL that starts with https://.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();

  const secretDialog = page.getByRole('dialog', { name: 'The secret of this webhook' });
  const secret = (await secretDialog.getByTestId('webhook-secret').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await expectFitsAndAccessibleInLight(page);
  await page.keyboard.press('Escape');
  await expect(secretDialog).toBeVisible();
  await secretDialog.getByRole('button', { name: 'I have kept it' }).click();
  await expect(secretDialog).toBeHidden();
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: host });
  await expect(row).toContainText('Nothing was sent yet.');
  await expect(row.getByRole('list', { name: 'Events' }).getByRole('listitem')).toHaveText([
    'Published',
    'Withdrawn',
  ]);
  expect(await page.content()).not.toContain(secret);
  await editTogether(page, api, row);

  await row.getByRole('button', { name: 'Send test' }).click();
  await expect(toastWith(page, 'The receiver answered 204')).toBeVisible();
  receiver.verifyAll(secret);
  receiver.answer = (response) => void response.writeHead(500).end('<b>out of order</b>');
  await enterDraw(api, { date: freeDay(), published: true });
  await expect(row).toContainText('The receiver answered 500');
  await expect(row.getByText('Waiting')).toBeVisible();
  await expectFitsAndAccessible(page);

  await row.getByRole('button', { name: 'Deliveries' }).click();
  const deliveries = page.getByRole('dialog', { name: `Deliveries to ${host}` });
  const items = deliveries.getByRole('listitem');
  await expect(items).toHaveCount(2);
  await items.first().getByText('Answer', { exact: true }).click();
  await expect(items.first().getByText('<b>out of order</b>')).toBeVisible();
  await expectFitsAndAccessibleInLight(page);
  receiver.answer = (response) => void response.writeHead(200).end('thank you');
  await items.first().getByRole('button', { name: 'Send again' }).click();
  await expect(items.first().getByText('Delivered')).toBeVisible();
  const sent = receiver.received.filter(({ json }) => json.type === 'draw.published');
  expect(new Set(sent.map(({ id, body }) => id + body)).size).toBe(1);
  receiver.verifyAll(secret);
  await page.keyboard.press('Escape');

  await row.getByRole('switch').click();
  await expect(toastWith(page, `Nothing more is sent to ${host}.`)).toBeVisible();
  await expect(row.getByRole('switch')).not.toBeChecked();
  await row.getByRole('button', { name: `More for ${host}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  await openTimings(page);
});

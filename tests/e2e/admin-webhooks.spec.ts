/** Webhooks: an Admin adds one, keeps its secret, tests it, reads what was sent, and turns it off; on a phone. */
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { enterDraw, freeDay } from './draw-entries.ts';
import { PHONE } from './fixtures.ts';
import { expectAccessible, expectFitsAndAccessible, expectNoSidewaysScroll } from './page-checks.ts';
import { expect, test, toastWith } from './panel.ts';

test.use(PHONE);

let receiver: WebhookReceiver;
test.beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
test.afterEach(() => receiver.stop());

test('from adding it to deleting it', async ({ page, api, allowErrors }) => {
  allowErrors(/status of 422/);
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
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
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
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
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
});

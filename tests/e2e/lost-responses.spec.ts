/** Retried saves whose first response was lost. `row-saver.test.ts` proves it for articles and questions. */
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './panel.ts';
import { listed, unique } from './panel-lists.ts';

/** Sends the next matching request to the server, and drops its response. */
async function loseNextResponse(page: Page, method: string, path: RegExp): Promise<void> {
  let isLost = false;
  await page.route(path, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

async function retryWebhook(page: Page, api: APIRequestContext): Promise<void> {
  const path = unique('lost').replaceAll(' ', '-');
  const [first, last] = [`https://one.example/${path}`, `https://two.example/${path}`];
  await page.goto('/admin/webhooks');
  await page.getByRole('button', { name: 'Add webhook' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add webhook' });
  await dialog.getByLabel('Address').fill(first);
  await loseNextResponse(page, 'POST', /\/api\/admin\/webhooks$/);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('Address').fill(last);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByTestId('webhook-secret')).toHaveText(/^whsec_/);
  await page.getByRole('button', { name: 'I have kept it' }).click();
  const { items } = await (await api.get('/api/admin/webhooks')).json();
  const stored = items.filter(({ url }: { url: string }) => url === first || url === last);
  expect(stored.map(({ url }: { url: string }) => url)).toEqual([last]);
  await api.delete(`/api/admin/webhooks/${stored[0].id}`);
}

/** Also after a reload; a new message is stored separately. */
async function retryMessage(page: Page, api: APIRequestContext): Promise<void> {
  const text = unique('Where is my prize?');
  await page.goto('/contact');
  const form = { name: 'Anjali', phone: '0471 2345678', email: 'anjali@example.org', message: text };
  for (const [name, value] of Object.entries(form)) await page.locator(`#${name}`).fill(value);
  await page.getByRole('checkbox').check();
  const send = page.getByRole('button', { name: 'Send' });
  await loseNextResponse(page, 'POST', /\/api\/contact$/);
  await send.click();
  await expect(page.getByRole('alert')).toBeVisible();

  await page.reload();
  await expect(page.locator('#message')).toHaveValue(text);
  await page.getByRole('checkbox').check();
  await send.click();
  await expect(page.getByText('Your message has been sent successfully.')).toBeVisible();
  const stored = async () =>
    (await listed(api, 'contacts')).map(({ message }) => message).filter((each) => each.startsWith(text));
  expect(await stored()).toEqual([text]);

  for (const [name, value] of Object.entries(form)) await page.locator(`#${name}`).fill(value);
  await page.getByRole('checkbox').check();
  await send.dblclick();
  await expect.poll(stored).toEqual([text, text]);
}

test('a retried webhook or message is stored once, with its last values', async ({
  page,
  api,
  allowErrors,
}) => {
  allowErrors(/ERR_FAILED/);
  // The key of the first request, which is sent again with other values.
  allowErrors(/status of 422/);
  await retryWebhook(page, api);
  await retryMessage(page, api);
});

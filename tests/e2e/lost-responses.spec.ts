/** Retried saves whose first response was lost: saved once, and not reported as a conflict. */
import type { Page } from '@playwright/test';
import { expect, STALE, test } from './panel.ts';
import { create, listed, unique } from './panel-lists.ts';

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

test.beforeEach(({ allowErrors }) => {
  allowErrors(/ERR_FAILED/);
  allowErrors(STALE);
  // The key of the first request, which is sent again with other values.
  allowErrors(/status of 422/);
});

const KINDS = [
  {
    collection: 'news',
    title: 'News',
    one: 'article',
    add: 'Publish',
    retried: 'Typed once.',
    fields: { name: 'Title', text: 'Content' },
    row: (name: string) => ({ title: name, author: 'Desk', body: 'As it was.' }),
    contentOf: (row: object) => [(row as { title: string }).title, (row as { body: string }).body],
  },
  {
    collection: 'faqs',
    title: 'FAQ',
    one: 'FAQ',
    add: 'Add FAQ',
    retried: 'Typed differently.',
    fields: { name: 'Question', text: 'Answer' },
    row: (name: string) => ({ question: name, answer: 'As it was.', order: 1 }),
    contentOf: (row: object) => [(row as { question: string }).question, (row as { answer: string }).answer],
  },
] as const;

for (const { collection, title, one, add, retried, fields, row, contentOf } of KINDS) {
  const path = `/admin/${title.toLowerCase()}`;
  const failure = `Error saving ${one}. Please try again.`;

  test(`${title}: a retried addition is stored once, with the last values: ${retried}`, async ({
    page,
    api,
  }) => {
    const name = unique('Lost');
    await page.goto(path);
    await page
      .getByRole('button', { name: `Add ${one}` })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: `Add ${one}` });
    await dialog.getByLabel(fields.name).fill(name);
    await dialog.getByLabel(fields.text).fill('Typed once.');
    await loseNextResponse(page, 'POST', new RegExp(`/api/admin/${collection}$`));
    await dialog.getByRole('button', { name: add }).click();
    await expect(dialog.getByRole('alert')).toHaveText(failure);
    await dialog.getByLabel(fields.text).fill(retried);
    await dialog.getByRole('button', { name: add }).click();
    await expect(dialog).toBeHidden();
    const stored = (await listed(api, collection)).map(contentOf).filter(([each]) => each === name);
    expect(stored).toEqual([[name, retried]]);
  });

  test(`${title}: a retried change is saved without a conflict: ${retried}`, async ({ page, api }) => {
    const name = unique('Changed');
    await create(api, collection, row(name));
    await page.goto(path);
    await page.getByRole('button', { name: `Edit ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Edit ${one}` });
    await dialog.getByLabel(fields.text).fill('Typed once.');
    await loseNextResponse(page, 'PATCH', new RegExp(`/api/admin/${collection}/`));
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog.getByRole('alert')).toHaveText(failure);
    await dialog.getByLabel(fields.text).fill(retried);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(dialog).toBeHidden();
    const stored = (await listed(api, collection)).map(contentOf).filter(([each]) => each === name);
    expect(stored).toEqual([[name, retried]]);
  });
}

test('Webhooks: a retried addition with another address is stored once, and its secret is shown', async ({
  page,
  api,
}) => {
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
  const { items } = await (await api.get('/api/admin/webhooks')).json();
  const stored = items.filter(({ url }: { url: string }) => url === first || url === last);
  expect(stored.map(({ url }: { url: string }) => url)).toEqual([last]);
  await api.delete(`/api/admin/webhooks/${stored[0].id}`);
});

test('a retried addition that another user changed meanwhile shows a conflict', async ({ page, api }) => {
  const name = unique('Overtaken');
  await page.goto('/admin/news');
  await page.getByRole('button', { name: 'Add article' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add article' });
  await dialog.getByLabel('Title').fill(name);
  await dialog.getByLabel('Content').fill('Mine.');
  await loseNextResponse(page, 'POST', /\/api\/admin\/news$/);
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  const mine = (await listed(api, 'news')).find((each) => each.title === name);
  await api.patch(`/api/admin/news/${mine?.id}`, { data: { body: 'Theirs.' } });
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Someone else has changed this meanwhile.');
  await expect(dialog.getByText('Theirs.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog).toBeHidden();
  const stored = (await listed(api, 'news')).filter((each) => each.title === name);
  expect(stored.map(({ body }) => body)).toEqual(['Mine.']);
});

test('a retried message is stored once, even after a reload; a new message is stored separately', async ({
  page,
  api,
}) => {
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

  await page.goto('/contact');
  for (const [name, value] of Object.entries(form)) await page.locator(`#${name}`).fill(value);
  await page.getByRole('checkbox').check();
  await send.dblclick();
  await expect(page.getByText('Your message has been sent successfully.')).toBeVisible();
  expect(await stored()).toEqual([text, text]);
});

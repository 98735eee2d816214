/** The panel with a server that accepts connections but never responds, or has lost its database. */
import type { Locator, Page } from '@playwright/test';
import { PASSWORD, SIGNED_OUT } from './accounts.ts';
import { scriptOf } from './page-scripts.ts';
import { expect, refreshUntil, test } from './panel.ts';
import { create, listed, unique } from './panel-lists.ts';
import { pauseNow } from './paused-time.ts';

/** Console messages of a browser for cancelled or rejected requests. */
const AWAY = /ERR_|503|Failed to load/;

const LOAD_PROBLEM = 'This could not be loaded. Check your connection and try again.';
const notice = (page: Page) => page.getByText(/Connection lost: showing what was known at \d\d:\d\d [AP]M/);

test.beforeEach(({ allowErrors }) => allowErrors(AWAY));
// Other tests of this worker use the same server.
test.afterEach(({ server }) => server.unfreeze());

/** Opens a screen, and pauses its time once `content` is shown: react-query needs timers to show what was fetched. */
async function openScreenPaused(
  page: Page,
  path: string,
  title: string,
  content: Locator = page.getByRole('main'),
): Promise<void> {
  await page.clock.install();
  const stream = page.waitForResponse(/\/api\/(admin\/)?live/);
  // The menu preloads the code of other screens. A server that is frozen earlier cannot send it.
  const screen = page.waitForEvent('requestfinished', (request) =>
    request.url().endsWith(scriptOf('admin/news')),
  );
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await Promise.all([stream, screen]);
  await page.waitForLoadState('load');
  await expect(content).toBeVisible();
  await pauseNow(page);
}

async function goTo(page: Page, screen: string): Promise<void> {
  await page.getByRole('link', { name: screen, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
}

test('what does not load or save within 10 s shows an error and loses nothing; silence shows a notice after 40 s', async ({
  page,
  api,
  server,
}) => {
  const title = unique('Unanswered');
  await create(api, 'news', { title: unique('Patience'), author: 'Results Desk', body: 'A virtue.' });
  await openScreenPaused(page, '/admin/faq', 'FAQ');
  server.freeze();
  await goTo(page, 'News');
  await page.clock.runFor(9_000);
  await expect(page.getByText(LOAD_PROBLEM)).toBeHidden();
  await page.clock.runFor(2_000);
  await expect(page.getByText(LOAD_PROBLEM)).toBeVisible();
  await page.clock.runFor(24_000);
  await expect(notice(page)).toBeHidden();
  await page.clock.runFor(8_000);
  await expect(notice(page)).toBeVisible();

  server.unfreeze();
  await page.clock.resume();
  await expect(notice(page)).toBeHidden();
  await expect(page.getByText(LOAD_PROBLEM)).toBeHidden();
  await expect(page.getByText('A virtue.').first()).toBeVisible();

  await pauseNow(page);
  await page.getByRole('button', { name: 'Add article' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add article' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByLabel('Content').fill('Typed with care.');
  server.freeze();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.clock.runFor(9_000);
  await expect(dialog.getByRole('alert')).toBeHidden();
  await page.clock.runFor(2_000);
  await expect(dialog.getByRole('alert')).toHaveText('Error saving article. Please try again.');
  await expect(dialog.getByLabel('Title')).toHaveValue(title);
  await expect(dialog.getByLabel('Content')).toHaveValue('Typed with care.');
  server.unfreeze();
  // The server may have received the first request: the article must exist once in the end.
  await page.clock.resume();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog).toBeHidden();
  expect((await listed(api, 'news')).filter((row) => row.title === title)).toHaveLength(1);
});

const loseDatabase = (page: Page): Promise<unknown> =>
  page.route('**/api/admin/faqs?*', (route) => {
    const problem = { status: 503, code: 'database-down', detail: 'The database does not respond.' };
    return route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify(problem),
    });
  });

test('a screen without its database is reloaded, and a list that cannot be refreshed stays, as possibly old', async ({
  page,
  api,
}) => {
  const question = `${unique('How')}?`;
  await api.post('/api/admin/faqs', { data: { question, answer: 'Slowly.', order: 1 } });
  await loseDatabase(page);
  await page.goto('/admin/faq');
  await expect(page.getByText(LOAD_PROBLEM)).toBeVisible();
  await page.unroute('**/api/admin/faqs?*');
  await expect(page.getByText(LOAD_PROBLEM)).toBeHidden();
  const row = page.getByRole('heading', { name: question });
  await expect(row).toBeVisible();

  const before = await row.boundingBox();
  await loseDatabase(page);
  const old = page.getByText('The server does not respond: what you see may be old. Trying again…');
  await refreshUntil(page, () => expect(old).toBeVisible({ timeout: 1_000 }));
  expect(await row.boundingBox()).toEqual(before);
  await expect(page.getByText(LOAD_PROBLEM)).toBeHidden();
  await page.unroute('**/api/admin/faqs?*');
  await expect(old).toBeHidden();
});

test.describe('before sign-in', () => {
  test.use({ storageState: SIGNED_OUT });

  test('requests for the session and for sign-in fail after 10 s without a response, and can be retried', async ({
    page,
    server,
  }) => {
    await page.clock.install();
    // The page loads; it requests the session when its scripts run.
    await page.route('**/api/auth/get-session', async (route) => {
      server.freeze();
      await route.continue();
    });
    await page.goto('/admin/faq');
    await expect(page.getByText('Loading the panel')).toBeAttached();
    await pauseNow(page);
    await page.clock.runFor(11_000);
    await expect(page.getByRole('heading', { name: 'The server is not responding' })).toBeVisible();
    await page.unroute('**/api/auth/get-session');
    server.unfreeze();
    await page.clock.resume();

    await page.getByLabel('E-mail').fill('asha@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await pauseNow(page);
    server.freeze();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.clock.runFor(11_000);
    await expect(page.getByRole('alert')).toHaveText('The server is not responding. Please try again.');
    await expect(page.getByLabel('E-mail')).toHaveValue('asha@example.com');
    server.unfreeze();
    await page.clock.resume();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'FAQ' })).toBeVisible();
  });
});

/** A visitor's page whose server accepts connections but never responds, or has lost its database. */
import type { Page } from '@playwright/test';
import { ml } from '../../src/web/i18n/ml.ts';
import { mlPages } from '../../src/web/i18n/ml-pages.ts';
import { cardOf, expect, expectFace, TODAY, test } from './live-site.ts';
import { dispatchLiveMessage, openPaused } from './paused-time.ts';

const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: false } as const;
const NOON_PATH = `/api/admin/draws/${TODAY}_12-00`;

/** Console messages of a browser for cancelled or rejected requests. */
const AWAY = /ERR_|503|Failed to load/;

const banner = (page: Page) =>
  page.getByText(/Connection lost: showing results as of 12:\d\d PM\. Reconnecting…/);

test('40 s of silence count as a lost connection, and missed changes are applied on reconnect', async ({
  page,
  startSite,
  allowErrors,
}) => {
  allowErrors(AWAY);
  const { url, freeze, unfreeze, asStaff } = await startSite({ clock: '12:05:00', draws: [NOON] });
  await openPaused(page, url);
  await expectFace(cardOf(page, '12:00'), 'live');
  freeze();
  await page.clock.runFor(35_000);
  await expect(banner(page)).toBeHidden();
  await page.clock.runFor(8_000);
  await expect(banner(page)).toBeVisible();

  // The page's time is paused: it has not retried when the result is published.
  unfreeze();
  await asStaff('POST', `${NOON_PATH}/publish`);
  await page.clock.resume();
  await expect(banner(page)).toBeHidden();
  await expectFace(cardOf(page, '12:00'), 'published');
});

test('a ping or a change resets the silence timeout', async ({ page, startSite, allowErrors }) => {
  allowErrors(AWAY);
  const { url, freeze, asStaff } = await startSite({ clock: '12:05:00', draws: [NOON] });
  await openPaused(page, url);
  await page.clock.runFor(30_000);
  await dispatchLiveMessage(page, 'ping');
  await page.clock.runFor(30_000);
  await asStaff('POST', `${NOON_PATH}/publish`);
  await expect(cardOf(page, '12:00')).not.toHaveAttribute('data-face', 'live');
  await page.clock.runFor(30_000);
  await expect(banner(page)).toBeHidden();
  freeze();
  await page.clock.runFor(12_000);
  await expect(banner(page)).toBeVisible();
});

test('waking from sleep shows no false banner, and a lost server is detected', async ({
  page,
  startSite,
  allowErrors,
}) => {
  allowErrors(AWAY);
  const { url, freeze } = await startSite({ clock: '12:05:00', draws: [NOON] });
  await openPaused(page, url);
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.innerText.includes('Connection lost')) document.body.dataset['alarmed'] = '';
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  for (const asleep of [60_000, 600_000]) {
    const reopened = page.waitForResponse(/\/api\/live\?after=/);
    await page.clock.fastForward(asleep);
    await page.clock.runFor(1_000);
    await reopened;
  }
  await page.clock.runFor(5_000);
  await expect(page.locator('body[data-alarmed]')).not.toBeAttached();
  // The countdown follows the server's time, which has not moved by eleven minutes.
  await expect(page.getByRole('region', { name: 'Next' }).getByRole('timer')).toContainText(/^01\D+5\d/);

  freeze();
  await page.clock.fastForward(600_000);
  await page.clock.runFor(12_000);
  await expect(banner(page)).toBeVisible();
});

test('a message without a response within 10 s shows the error for unsent messages, and is sent once', async ({
  page,
  startSite,
  allowErrors,
}) => {
  allowErrors(AWAY);
  const { contactPage } = mlPages;
  const { url, freeze, unfreeze, asStaff } = await startSite({ clock: '12:05:00' });
  await openPaused(page, `${url}/ml/contact`);
  const message = { name: 'Anjali', phone: '0471 2345678', email: 'anjali@example.org', message: 'Hello' };
  for (const [name, value] of Object.entries(message)) await page.locator(`#${name}`).fill(value);
  await page.getByRole('checkbox').check();
  const send = page.getByRole('button', { name: contactPage.send });

  freeze();
  await send.click();
  await page.clock.runFor(9_000);
  await expect(page.getByRole('button', { name: contactPage.sending })).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(page.getByRole('alert')).toHaveText(contactPage.unreachable);
  await expect(page.locator('#message')).toHaveValue('Hello');

  unfreeze();
  const problem = { status: 503, code: 'database-down', detail: 'The database does not respond.' };
  await page.route('**/api/contact', (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  await send.click();
  await page.clock.runFor(2_000);
  await expect(page.getByRole('alert')).toHaveText(contactPage.unreachable);
  await expect(page.locator('#message')).toHaveValue('Hello');

  await page.unroute('**/api/contact');
  await send.click();
  await page.clock.runFor(2_000);
  await expect(page.locator('#message')).toHaveValue('');
  const { items } = await asStaff<{ items: unknown[] }>('GET', '/api/admin/contacts');
  expect(items).toHaveLength(1);
});

const NEWS = [{ id: 'a', date: TODAY, title: 'Monsoon', body: 'Rain', author: 'Desk' }];
const openNews = (page: Page) =>
  page.getByRole('contentinfo').getByRole('link', { name: ml.footer.latestNews }).click();

test('a page that does not load within 10 s shows an error and retries', async ({
  page,
  startSite,
  allowErrors,
}) => {
  allowErrors(AWAY);
  const { url, freeze, unfreeze } = await startSite({ clock: '12:05:00', news: NEWS });
  await openPaused(page, `${url}/ml/news?q=nothing`);
  freeze();
  await openNews(page);
  await page.clock.runFor(11_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ml.unreachable.title);
  // The page has retried without success.
  await page.clock.runFor(15_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ml.unreachable.title);
  unfreeze();
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 2, name: 'Monsoon' })).toBeVisible();
  await expect(page).toHaveURL(`${url}/ml/news`);
});

test('a page whose code is not loaded yet does the same', async ({ page, startSite, allowErrors }) => {
  allowErrors(AWAY);
  const { url, freeze, unfreeze } = await startSite({ clock: '12:05:00', news: NEWS });
  await openPaused(page, `${url}/ml`);
  freeze();
  await openNews(page);
  await page.clock.runFor(11_000);
  unfreeze();
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 2, name: 'Monsoon' })).toBeVisible();
});

test('a page with an unreachable database shows the error for an unreachable server and retries', async ({
  page,
  startSite,
  allowErrors,
}) => {
  allowErrors(AWAY);
  const { url } = await startSite({ clock: '12:05:00' });
  await page.goto(`${url}/ml`);
  const problem = { status: 503, code: 'database-down', detail: 'The database does not respond.' };
  await page.route(/news\.data/, (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  await page.getByRole('contentinfo').getByRole('link', { name: ml.footer.latestNews }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ml.unreachable.title);
  await page.unroute(/news\.data/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(mlPages.newsPage.heading);
});

for (const hasChange of [true, false]) {
  const within = hasChange ? 2_000 : 6_000;
  test(`once the database is back, the banner disappears within ${within} ms ${hasChange ? 'of a change' : 'without one'}`, async ({
    page,
    startSite,
    allowErrors,
  }) => {
    allowErrors(AWAY);
    const { url, asStaff } = await startSite({ clock: '12:05:00', draws: [NOON] });
    await openPaused(page, url);
    const problem = { status: 503, code: 'database-down', detail: 'The database does not respond.' };
    let tries = 0;
    await page.route(/\.data/, async (route) => {
      tries += 1;
      const body = JSON.stringify(problem);
      await route.fulfill({ status: 503, contentType: 'application/problem+json', body });
    });
    await dispatchLiveMessage(page, 'reset');
    await expect(banner(page)).toBeVisible();
    // The stream stays open, and the page has retried so often that its delay has reached the maximum.
    while (tries < 6) {
      await page.clock.runFor(1_000);
      await dispatchLiveMessage(page, 'ping');
    }
    await page.unroute(/\.data/);
    if (hasChange) {
      await asStaff('POST', `${NOON_PATH}/publish`);
      await expect(cardOf(page, '12:00')).not.toHaveAttribute('data-face', 'live');
    }
    await page.clock.runFor(within);
    await expect(banner(page)).toBeHidden();
  });
}

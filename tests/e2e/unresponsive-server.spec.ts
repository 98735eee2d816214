/** A visitor's page whose server accepts connections but never responds, or has lost its database. */
import type { Page } from '@playwright/test';
import { en } from '../../src/web/i18n/en.ts';
import { enPages } from '../../src/web/i18n/en-pages.ts';
import { ml } from '../../src/web/i18n/ml.ts';
import { mlPages } from '../../src/web/i18n/ml-pages.ts';
import { cardOf, expect, expectFace, TODAY, test } from './live-site.ts';
import {
  dispatchLiveMessage,
  nextConnection,
  openPaused,
  pauseNow,
  runClockBetweenRequests,
} from './paused-time.ts';

const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: false } as const;
const NOON_PATH = `/api/admin/draws/${TODAY}_12-00`;

/** Console messages of a browser for cancelled or rejected requests. */
const AWAY = /ERR_|503|Failed to load/;

const banner = (page: Page) =>
  page.getByText(/Connection lost: showing results as of 12:\d\d PM\. Reconnecting…/);

const NEWS = [{ id: 'a', date: TODAY, title: 'Monsoon', body: 'Rain', author: 'Desk' }];
const openNews = (page: Page) =>
  page.getByRole('contentinfo').getByRole('link', { name: ml.footer.latestNews }).click();

/** Answers requests as a server does whose database is down. */
const loseDatabase = (page: Page, url: RegExp, onRequest = () => {}): Promise<unknown> =>
  page.route(url, async (route) => {
    onRequest();
    const problem = { status: 503, code: 'database-down', detail: 'The database does not respond.' };
    const body = JSON.stringify(problem);
    await route.fulfill({ status: 503, contentType: 'application/problem+json', body });
  });

test.beforeEach(({ allowErrors }) => allowErrors(AWAY));

test('40 s of silence and a lost database are reported, sleep and messages are not, and missed changes are applied', async ({
  page,
  startSite,
}) => {
  const { url, freeze, unfreeze, asStaff } = await startSite({ clock: '12:05:00', draws: [NOON] });
  await openPaused(page, url);
  await expectFace(cardOf(page, '12:00'), 'live');
  for (const hasChange of [false, true]) {
    let tries = 0;
    await loseDatabase(page, /\.data/, () => {
      tries += 1;
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
      await expectFace(cardOf(page, '12:00'), 'published');
    }
    await page.clock.runFor(hasChange ? 2_000 : 6_000);
    await expect(banner(page)).toBeHidden();
  }
  await asStaff('POST', `${NOON_PATH}/unpublish`);
  await expectFace(cardOf(page, '12:00'), 'live');
  // What the page fetches after that change would be given up in its sleep, and reported.
  await runClockBetweenRequests(page, 2);

  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.body.innerText.includes('Connection lost')) document.body.dataset['alarmed'] = '';
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  for (const asleep of [60_000, 600_000]) {
    const reopened = nextConnection(page);
    await page.clock.fastForward(asleep);
    await page.clock.runFor(1_000);
    await reopened;
  }
  await runClockBetweenRequests(page, 5);
  // The countdown follows the server's time, which has not moved by eleven minutes.
  await expect(page.getByRole('region', { name: 'Next' }).getByRole('timer')).toContainText(/^01\D+5\d/);
  await runClockBetweenRequests(page, 25);
  await dispatchLiveMessage(page, 'ping');
  freeze();
  await page.clock.runFor(35_000);
  await expect(page.locator('body[data-alarmed]')).not.toBeAttached();
  await page.clock.runFor(8_000);
  await expect(banner(page)).toBeVisible();

  // The page's time is paused: it has not retried when the result is published.
  unfreeze();
  await asStaff('POST', `${NOON_PATH}/publish`);
  await page.clock.resume();
  await expect(banner(page)).toBeHidden();
  await expectFace(cardOf(page, '12:00'), 'published');

  await pauseNow(page);
  await runClockBetweenRequests(page, 30);
  await asStaff('POST', `${NOON_PATH}/unpublish`);
  await expect(cardOf(page, '12:00')).not.toHaveAttribute('data-face', 'published');
  await runClockBetweenRequests(page, 30);
  await expect(banner(page)).toBeHidden();

  await page.clock.resume();
  await loseDatabase(page, /news\.data/);
  await page.getByRole('contentinfo').getByRole('link', { name: en.footer.latestNews }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en.unreachable.title);
  await page.unroute(/news\.data/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(enPages.newsPage.heading);

  // After sleep too, a silent server is reported before another way to connect is tried.
  await pauseNow(page);
  freeze();
  await page.clock.fastForward(600_000);
  await page.clock.runFor(12_000);
  await expect(banner(page)).toBeVisible();
});

test('a message without a response within 10 s is kept and sent once; a page without one is retried', async ({
  page,
  startSite,
}) => {
  const { contactPage, newsPage } = mlPages;
  const { url, freeze, unfreeze, asStaff } = await startSite({ clock: '12:05:00', news: NEWS });
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
  await loseDatabase(page, /\/api\/contact/);
  await send.click();
  await page.clock.runFor(2_000);
  await expect(page.getByRole('alert')).toHaveText(contactPage.unreachable);
  await expect(page.locator('#message')).toHaveValue('Hello');
  await page.unroute(/\/api\/contact/);
  await send.click();
  await page.clock.runFor(2_000);
  await expect(page.locator('#message')).toHaveValue('');
  const { items } = await asStaff<{ items: unknown[] }>('GET', '/api/admin/contacts');
  expect(items).toHaveLength(1);

  // The code of this page is not loaded yet.
  freeze();
  await openNews(page);
  await page.clock.runFor(11_000);
  unfreeze();
  await page.clock.resume();
  const article = page.getByRole('heading', { level: 2, name: 'Monsoon' });
  await expect(article).toBeVisible();

  await page.getByLabel(newsPage.search).fill('nothing');
  await expect(article).toBeHidden();
  await expect(page).toHaveURL(`${url}/ml/news?q=nothing`);
  await pauseNow(page);
  freeze();
  await openNews(page);
  await page.clock.runFor(11_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ml.unreachable.title);
  // The page has retried without success.
  await page.clock.runFor(15_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ml.unreachable.title);
  unfreeze();
  await page.clock.resume();
  await expect(article).toBeVisible();
  await expect(page).toHaveURL(`${url}/ml/news`);
});

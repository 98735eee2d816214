/** What a visitor's page does when its server is frozen: it still accepts connections, but never answers. */
import type { Page } from '@playwright/test';
import { ml } from '../../src/web/i18n/ml.ts';
import { mlPages } from '../../src/web/i18n/ml-pages.ts';
import { cardOf, expect, expectFace, TODAY, test } from './live-site.ts';

test.setTimeout(40_000);

const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: false } as const;
const NOON_PATH = `/api/admin/draws/${TODAY}_12-00`;

/** What a browser says of requests that are given up, and of a server that refuses. */
const AWAY = /ERR_|503|Failed to load/;

const banner = (page: Page) =>
  page.getByText(/Connection lost: showing results as of 12:\d\d\. Reconnecting…/);

/** Opens a page whose time stands still but for what the test lets pass, once its live stream is open. */
async function openHeld(page: Page, address: string): Promise<void> {
  await page.clock.install();
  await page.addInitScript(() => {
    const Native = EventSource;
    const sources: EventSource[] = [];
    Object.assign(window, { sources });
    window.EventSource = class extends Native {
      constructor(url: string | URL) {
        super(url);
        sources.push(this);
        this.addEventListener('hello', () => document.documentElement.setAttribute('data-hello', ''));
      }
    };
  });
  await page.goto(address);
  await expect(page.locator('html[data-hello]')).toBeAttached();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}

/** A message as the server sends it, on the stream that is open. */
const tell = (page: Page, event: 'ping' | 'reset') =>
  page.evaluate((name) => {
    const { sources } = window as unknown as { sources: EventSource[] };
    const data = JSON.stringify({ time: '2026-11-15T06:40:00.000Z' });
    sources.at(-1)?.dispatchEvent(new MessageEvent(name, { data }));
  }, event);

test('40 s of silence count as a lost connection; then all that was missed is caught up', async ({
  page,
  site,
  allowNoise,
}) => {
  allowNoise(AWAY);
  const { url, freeze, unfreeze, asStaff } = await site({ clock: '12:05:00', draws: [NOON] });
  await openHeld(page, url);
  await expectFace(cardOf(page, '12:00'), 'live');
  freeze();
  await page.clock.runFor(35_000);
  await expect(banner(page)).toBeHidden();
  await page.clock.runFor(8_000);
  await expect(banner(page)).toBeVisible();

  // The page's time stands still: it has not tried again yet when the result is published.
  unfreeze();
  await asStaff('POST', `${NOON_PATH}/publish`);
  await page.clock.resume();
  await expect(banner(page)).toBeHidden();
  await expectFace(cardOf(page, '12:00'), 'published');
});

test('a ping is a sign of life, and so is a change', async ({ page, site, allowNoise }) => {
  allowNoise(AWAY);
  const { url, freeze, asStaff } = await site({ clock: '12:05:00', draws: [NOON] });
  await openHeld(page, url);
  await page.clock.runFor(30_000);
  await tell(page, 'ping');
  await page.clock.runFor(30_000);
  await asStaff('POST', `${NOON_PATH}/publish`);
  await expect(cardOf(page, '12:00')).not.toHaveAttribute('data-face', 'live');
  await page.clock.runFor(30_000);
  await expect(banner(page)).toBeHidden();
  freeze();
  await page.clock.runFor(12_000);
  await expect(banner(page)).toBeVisible();
});

test('after sleep there is no false alarm, and a server that is gone is noticed', async ({
  page,
  site,
  allowNoise,
}) => {
  allowNoise(AWAY);
  const { url, freeze } = await site({ clock: '12:05:00', draws: [NOON] });
  await openHeld(page, url);
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

  freeze();
  await page.clock.fastForward(600_000);
  await page.clock.runFor(12_000);
  await expect(banner(page)).toBeVisible();
});

test('a message that gets no answer within 10 s is told like one that could not be sent, and is sent once', async ({
  page,
  site,
  allowNoise,
}) => {
  allowNoise(AWAY);
  const { contactPage } = mlPages;
  const { url, freeze, unfreeze, asStaff } = await site({ clock: '12:05:00' });
  await openHeld(page, `${url}/ml/contact`);
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
  const problem = { status: 503, code: 'database-down', detail: 'The database does not answer.' };
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

test('a page that does not come says so after 10 s, and comes by itself later', async ({
  page,
  site,
  allowNoise,
}) => {
  allowNoise(AWAY);
  const { url, freeze, unfreeze } = await site({ clock: '12:05:00', news: NEWS });
  await openHeld(page, `${url}/ml/news?q=nothing`);
  freeze();
  await openNews(page);
  await page.clock.runFor(11_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ml.unreachable.title);
  // It has been tried again, in vain.
  await page.clock.runFor(15_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ml.unreachable.title);
  unfreeze();
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 2, name: 'Monsoon' })).toBeVisible();
  await expect(page).toHaveURL(`${url}/ml/news`);
});

test('so does a page whose code has not been fetched before', async ({ page, site, allowNoise }) => {
  allowNoise(AWAY);
  const { url, freeze, unfreeze } = await site({ clock: '12:05:00', news: NEWS });
  await openHeld(page, `${url}/ml`);
  freeze();
  await openNews(page);
  await page.clock.runFor(11_000);
  unfreeze();
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 2, name: 'Monsoon' })).toBeVisible();
});

test('a page whose database is away is told like one out of reach, and comes by itself later', async ({
  page,
  site,
  allowNoise,
}) => {
  allowNoise(AWAY);
  const { url } = await site({ clock: '12:05:00' });
  await page.goto(`${url}/ml`);
  const problem = { status: 503, code: 'database-down', detail: 'The database does not answer.' };
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
  test(`once the database is back, the banner goes within ${within} ms ${hasChange ? 'of a change' : 'without one'}`, async ({
    page,
    site,
    allowNoise,
  }) => {
    allowNoise(AWAY);
    const { url, asStaff } = await site({ clock: '12:05:00', draws: [NOON] });
    await openHeld(page, url);
    const problem = { status: 503, code: 'database-down', detail: 'The database does not answer.' };
    let tries = 0;
    await page.route(/\.data/, async (route) => {
      tries += 1;
      const body = JSON.stringify(problem);
      await route.fulfill({ status: 503, contentType: 'application/problem+json', body });
    });
    await tell(page, 'reset');
    await expect(banner(page)).toBeVisible();
    // The stream stays open all the while, and the page has tried so often that it waits as long as it ever does.
    while (tries < 6) {
      await page.clock.runFor(1_000);
      await tell(page, 'ping');
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

/** With the service worker: pages that can be read without the server, and a new version of the site. */
import type { Page } from '@playwright/test';
import { en } from '../../src/web/i18n/en.ts';
import { enPages } from '../../src/web/i18n/en-pages.ts';
import { cardOf, expect, TODAY, test } from './live-site.ts';
import { expectAccessibleInBothThemes } from './page-checks.ts';
import { startVersionedProxy } from './versioned-proxy.ts';

test.use({ serviceWorkers: 'allow' });

/** The proxy of these stories passes on no WebSockets. */
const UNREACHABLE = /ERR_|Failed to load|WebSocket connection|FetchEvent|no-response/;
const NEWS = [{ id: 'a', date: TODAY, title: 'Monsoon', body: 'Rain', author: 'Desk' }];

/** The addresses of the pages that the service worker has kept. */
const keptPages = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('pages '));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url.slice(location.origin.length));
  });

/** The pages that are kept when the site is opened for the first time. */
const FIRST_PAGES = ['/', '/help', '/news', '/offline', '/results', '/results?all=1'];

/** Waits until the service worker has stored these pages and its files, and is in control of the page. */
async function expectInstalled(page: Page, pages = FIRST_PAGES): Promise<void> {
  await expect.poll(async () => (await keptPages(page)).sort()).toEqual(pages);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test('results, charts, news, help and the board can be read while the server is away; other pages open when it is back', async ({
  page,
  context,
  startSite,
  allowErrors,
}) => {
  allowErrors(UNREACHABLE);
  const draws = [{ date: TODAY, slot: '10:00', digits: '71535', published: true }] as const;
  const site = await startSite({ clock: '12:45:00', news: NEWS, draws: [...draws] });
  // A board is kept when it is opened for the first time.
  await page.goto(`${site.url}/board`);
  await expectInstalled(page, ['/board', ...FIRST_PAGES, '/news/a'].sort());
  const lost = page.getByRole('status').filter({ hasText: '12:45 PM' });

  await site.stop();
  // A filter of a kept page.
  await page.goto(`${site.url}/?slot=2-pm`);
  await expect(page).toHaveURL(`${site.url}/`);
  await expect(lost).toBeVisible();
  await expect(cardOf(page, '10:00')).toContainText('SC151120261');
  await page.getByRole('contentinfo').getByRole('link', { name: en.footer.latestNews }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Monsoon' })).toBeVisible();
  await page.getByRole('link', { name: 'Monsoon' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Monsoon' })).toBeVisible();
  await page.goto(`${site.url}/results?all=1`);
  await expect(page.getByRole('table')).toContainText('SC151120261');
  await page.getByRole('contentinfo').getByRole('link', { name: en.footer.helpAndFaq }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(enPages.helpPage.heading);

  // A page that was not kept, with one attempt each time the connection comes back.
  await page.goto(`${site.url}/draws/SC151120261`);
  const message = page.getByText(enPages.offlinePage.text);
  await expect(message).toBeVisible();
  await expectAccessibleInBothThemes(page, page.getByRole('main'));
  let attempts = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) attempts += 1;
  });
  await context.setOffline(true);
  await context.setOffline(false);
  await expect.poll(() => attempts).toBe(1);
  await expect(message).toBeVisible();
  await site.restart('12:50:00');
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByRole('article')).toContainText('SC151120261');
  await expect(page).toHaveURL(`${site.url}/draws/SC151120261`);
  expect(attempts).toBe(2);

  await site.stop();
  await page.goto(`${site.url}/board`);
  await expect(lost).toBeVisible();
  await site.restart('12:51:00');
  await expect(lost).toBeHidden();
});

/** The version of the site that a page belongs to. */
const versionOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => /\/assets\/manifest-(v\d+)-/.exec(document.documentElement.outerHTML)?.[1]);

test('pages of a proxy are neither shown in place of kept pages nor kept; a new version waits for the next visit, and no page is left without its files', async ({
  page,
  context,
  startSite,
  allowErrors,
}) => {
  allowErrors(UNREACHABLE);
  const site = await startSite({ clock: '12:45:00' });
  const proxy = await startVersionedProxy(site.url);
  const isShown = async (version: string, visited = page) => {
    await visited.goto(`${proxy.url}/help`);
    await expect(visited.getByRole('heading', { level: 1 })).toHaveCSS('font-weight', '700');
    // A switch works as soon as the scripts have started.
    const sound = visited.getByRole('button', { name: en.header.sound });
    const toggle = async () => {
      const before = await sound.getAttribute('aria-pressed');
      await sound.click();
      return before !== (await sound.getAttribute('aria-pressed'));
    };
    await expect.poll(toggle).toBe(true);
    expect(await versionOf(visited)).toBe(version);
  };
  await page.goto(proxy.url);
  await expectInstalled(page);
  const heading = page.getByRole('heading', { level: 1 });

  proxy.intercept({ status: 502, html: '<h1>Bad gateway</h1>' });
  await page.goto(`${proxy.url}/help`);
  await expect(heading).toHaveText(enPages.helpPage.heading);
  proxy.intercept({ status: 504, html: '<h1>Gateway timeout</h1>' });
  await page.goto(`${proxy.url}/statistics`);
  await expect(page.getByText(enPages.offlinePage.text)).toBeVisible();

  proxy.intercept({ status: 200, html: '<h1>Sign in to this network</h1>' });
  await page.goto(`${proxy.url}/help`);
  await expect(heading).toHaveText('Sign in to this network');
  proxy.intercept(null);
  await proxy.cut();
  // What is kept is in the language of the visitor.
  await page.goto(`${proxy.url}/ml`);
  await expect(page.getByText(enPages.offlinePage.text)).toBeVisible();
  await isShown('v1');
  await expect(heading).toHaveText(enPages.helpPage.heading);
  await proxy.restore();

  proxy.update();
  await isShown('v2');
  // The new service worker is there, and waits.
  const isWaiting = () => navigator.serviceWorker.ready.then(({ waiting }) => waiting !== null);
  await expect.poll(() => page.evaluate(isWaiting), { timeout: 30_000 }).toBe(true);
  await proxy.cut();
  await isShown('v1');

  const next = await context.newPage();
  await page.close();
  // The former one ends with its last page.
  await expect.poll(() => context.serviceWorkers().length).toBe(1);
  await isShown('v2', next);
});

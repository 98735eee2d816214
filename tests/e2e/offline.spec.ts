/** Navigation without a connection: our own page with a retry, never the browser's error page. */
import type { Page } from '@playwright/test';
import { en } from '../../src/web/i18n/en.ts';
import { ml } from '../../src/web/i18n/ml.ts';
import { expect, TODAY, test } from './live-site.ts';
import { expectAccessibleInBothThemes } from './page-checks.ts';
import { isScriptOf, scriptOf } from './page-scripts.ts';
import { nextConnection } from './paused-time.ts';

test.use({ preload: true });

const NEWS = [{ id: 'a', date: TODAY, title: 'Monsoon', body: 'Rain', author: 'Desk' }];
const UNREACHABLE = /ERR_|Failed to load|WebSocket connection/;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const openNews = (page: Page) =>
  page.getByRole('contentinfo').getByRole('link', { name: en.nav.news }).click();

test('a page whose code was not loaded shows our own message, and opens when the connection is back', async ({
  page,
  context,
  startSite,
  allowErrors,
}) => {
  allowErrors(UNREACHABLE);
  const { url } = await startSite({ clock: '12:45:00', news: NEWS });
  // The code of other pages never arrives before the connection is lost.
  const isOtherPage = isScriptOf('en/news', 'en/help', 'public/english-pages', 'public/malayalam');
  await page.route(isOtherPage, (route) => route.abort('internetdisconnected'));
  // The page opens its stream when its scripts have started.
  const stream = nextConnection(page);
  await page.goto(url);
  await stream;
  await context.setOffline(true);
  await openNews(page);
  await expect(heading(page)).toHaveText(en.unreachable.title);
  await expectAccessibleInBothThemes(page, page.getByRole('main'));
  await page.getByRole('link', { name: en.problem.tryAgain }).click();
  await expect(heading(page)).toHaveText(en.unreachable.title);
  // The other language, and back to the page that is still there.
  await page.getByRole('banner').getByRole('link', { name: 'മലയാളം' }).click();
  await expect(heading(page)).toHaveText(en.unreachable.title);
  await page.getByRole('link', { name: en.problem.toHome }).click();
  await expect(page.getByRole('article')).toHaveCount(5);
  await openNews(page);
  await expect(heading(page)).toHaveText(en.unreachable.title);

  await page.unroute(isOtherPage);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 2, name: 'Monsoon' })).toBeVisible();
  await expect(page).toHaveURL(`${url}/news`);
});

test('the code of all pages is loaded while nothing else happens', async ({
  page,
  context,
  startSite,
  allowErrors,
}) => {
  allowErrors(UNREACHABLE);
  const draws = [{ date: TODAY, slot: '10:00', digits: '71535', published: true }] as const;
  const { url } = await startSite({ clock: '12:45:00', news: NEWS, draws: [...draws] });
  const pages = ['news', 'help', 'contact', 'results', 'slot-or-day', 'draw', 'article'];
  const loaded = Promise.all(
    pages.map((name) => page.waitForResponse((response) => response.url().endsWith(scriptOf(`ml/${name}`)))),
  );
  await page.goto(`${url}/ml`);
  await loaded;
  // Its code is there when the link no longer has to wait for it.
  await page.waitForTimeout(500);
  await context.setOffline(true);
  await page.getByRole('contentinfo').getByRole('link', { name: ml.footer.latestNews }).click();
  await expect(page).toHaveURL(`${url}/ml/news`);
  await expect(heading(page)).toHaveText(ml.unreachable.title);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 2, name: 'Monsoon' })).toBeVisible();

  // A page with an error page of its own, which stays there while attempts fail.
  await page.getByRole('contentinfo').getByRole('link', { name: ml.footer.results }).click();
  await expect(page).toHaveURL(`${url}/ml/results`);
  await expect(page.getByRole('link', { name: /71535|7 1 5 3 5/ })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: /71535|7 1 5 3 5/ }).click();
  await expect(heading(page)).toHaveText(ml.unreachable.title);
  const attempt = page.waitForEvent('requestfailed', (request) => request.url().includes('/draws/'));
  await page.getByRole('link', { name: ml.problem.tryAgain }).click();
  await attempt;
  await page.waitForTimeout(500);
  await expect(heading(page)).toHaveText(ml.unreachable.title);
  await context.setOffline(false);
  await expect(page.getByRole('article')).toContainText('SC151120261');
});

/** Navigation without a connection: our own page with a retry, never the browser's error page. */
import type { Page } from '@playwright/test';
import { ml } from '../../src/web/i18n/ml.ts';
import { expect, TODAY, test } from './live-site.ts';
import { expectAccessibleInBothThemes } from './page-checks.ts';
import { scriptOf } from './page-scripts.ts';

test.use({ preload: true });

const NEWS = [{ id: 'a', date: TODAY, title: 'Monsoon', body: 'Rain', author: 'Desk' }];
const UNREACHABLE = /ERR_|Failed to load|WebSocket connection/;

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('the code of all pages is loaded while nothing else happens; without a connection a page shows our own message, also if its code is missing, and opens when the connection is back', async ({
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

  // The code of the pages in the other language is not loaded.
  await context.setOffline(true);
  const english = page.getByRole('banner').getByRole('link', { name: 'English' });
  await english.click();
  await expect(heading(page)).toHaveText(ml.unreachable.title);
  await expectAccessibleInBothThemes(page, page.getByRole('main'));
  const failed = page.waitForEvent('requestfailed');
  await page.getByRole('link', { name: ml.problem.tryAgain }).click();
  await failed;
  await expect(heading(page)).toHaveText(ml.unreachable.title);
  await expect(page).toHaveURL(`${url}/ml/draws/SC151120261`);
  await context.setOffline(false);
  await expect(page).toHaveURL(`${url}/draws/SC151120261`);
  await expect(page.getByRole('article')).toContainText('Results Published');
});

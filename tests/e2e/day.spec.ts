/** The page of a day: its results, the days beside it, its addresses, picture, metadata and printed sheet. */
import type { Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { expect, test as liveTest, TODAY } from './live-site.ts';
import { digitsFor } from './site-content.ts';

const rows = (page: Page) => page.getByRole('article').getByRole('listitem');

test('shows five results, the days beside it, and is reached from the charts', async ({ page }) => {
  await page.goto('/results?all=1');
  await page.getByRole('rowheader').getByRole('link', { name: '14 November 2026' }).click();
  await expect(page).toHaveURL(/\/results\/2026-11-14$/);
  await expect(page).toHaveTitle('Results of 14 November 2026 · Swarna Chakra');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('14 November 2026Saturday');
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).first()).toContainText('10:00 AM');
  await expect(rows(page).first()).toContainText(digitsFor(68, 0));
  await expect(rows(page).last()).toContainText(digitsFor(68, 4));
  await rows(page).nth(1).getByRole('link').click();
  await expect(page).toHaveURL(/\/draws\/SC141120262$/);
  await page.goBack();

  const previous = page.getByRole('link', { name: 'Previous day: 13 November 2026' });
  await expect(previous).toHaveAttribute('rel', 'prev');
  await previous.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/results\/2026-11-13$/);
  await page.getByRole('link', { name: 'Next day: 14 November 2026' }).click();
  await page.getByRole('link', { name: 'Next day: 15 November 2026' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('15 November 2026');
  await expect(rows(page).nth(3)).toContainText('No result yet');
  await expect(page.getByRole('link', { name: /Next day/ })).toHaveCount(0);
});

test('the date field of the charts opens the page of a day', async ({ page }) => {
  await page.goto('/ml/results');
  const field = page.getByLabel('ദിവസം', { exact: true });
  await expect(field).toHaveValue(TODAY);
  await field.fill('2026-10-02');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/ml\/results\/2026-10-02$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/2026 ഒക്\u200C?ടോബർ 2/);
  await expect(page.getByLabel('ദിവസം', { exact: true })).toHaveValue('2026-10-02');
});

test('other spellings of a date are redirected; other days are not found', async ({ request }) => {
  const statusAndTarget = async (path: string) => {
    const response = await request.get(path, { maxRedirects: 0 });
    return [response.status(), response.headers()['location']];
  };
  for (const spelling of ['14-11-2026', '2026-11-14', '14-11-26', '14-Nov']) {
    const expected = spelling === '2026-11-14' ? [200, undefined] : [302, '/results/2026-11-14'];
    expect([spelling, await statusAndTarget(`/results/${spelling}`)]).toEqual([spelling, expected]);
  }
  expect(await statusAndTarget('/ml/results/2026-9-7')).toEqual([302, '/ml/results/2026-09-07']);
  expect(await statusAndTarget('/results?day=2026-11-14')).toEqual([302, '/results/2026-11-14']);
  // Impossible, in the future, and before the first result.
  for (const date of ['2026-02-30', '31-06-2026', '2026-11-16', '2026-09-06']) {
    expect([date, (await request.get(`/results/${date}`)).status()]).toEqual([date, 404]);
    expect([date, (await request.get(`/results/${date}/picture.png`)).status()]).toEqual([date, 404]);
  }
  const missing = await (await request.get('/results/2026-09-06')).text();
  expect(missing).toContain('There are no published results of this day.');
});

test('has a picture, structured data and a share button', async ({ page, request, baseURL, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.goto('/results/2026-11-14');
  const picture = await page.locator('meta[property="og:image"]').getAttribute('content');
  const results = [0, 1, 2, 3, 4].map((place) => digitsFor(68, place));
  expect(picture).toBe(`${baseURL}/results/2026-11-14/picture.png?results=${results.join('-')}`);
  const png = await (await request.get(picture ?? '')).body();
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  const things = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(things.map((text) => JSON.parse(text))).toContainEqual(
    expect.objectContaining({
      '@type': 'ItemList',
      itemListElement: results.map((result, index) =>
        expect.objectContaining({ position: index + 1, name: expect.stringContaining(result) }),
      ),
    }),
  );
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/results/2026-11-14`);
});

/** The colours of all visible text, and the background behind the page. */
const printedColours = (page: Page) =>
  page.evaluate(() => {
    const colours = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.textContent?.trim() || !parent?.checkVisibility() || parent.closest('script')) continue;
      if (parent.closest('.sr-only')) continue;
      colours.add(getComputedStyle(parent).color);
    }
    return [...colours];
  });

test('prints on one sheet, black on white in both themes, without the skip link', async ({ page }) => {
  for (const theme of ['light', 'dark']) {
    for (const path of ['/results/2026-11-14', '/results?all=1&q=SC1511']) {
      await page.emulateMedia({ media: 'screen', colorScheme: theme === 'dark' ? 'light' : 'dark' });
      await page.goto(path);
      await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
      await page.reload();
      await page.emulateMedia({ media: 'print' });
      // Colours with a transition need a moment.
      await expect.poll(() => printedColours(page), `${path}, ${theme}`).toEqual(['rgb(0, 0, 0)']);
      await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden();
    }
  }
  await page.goto('/results/2026-11-14');
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45]\S* 84[12]/);
});

liveTest(
  'a result that is published appears, and the last one that is withdrawn ends the page',
  async ({ page, startSite }) => {
    const TEN = { date: TODAY, slot: '10:00', digits: '10203', published: true } as const;
    const yesterday = { ...TEN, date: '2026-11-14', digits: '74227' };
    const noon = { ...TEN, slot: '12:00', digits: '48152', published: false } as const;
    const { url, asStaff } = await startSite({ clock: '12:05:00', draws: [yesterday, TEN, noon] });
    const past = await page.context().newPage();
    await page.goto(`${url}/results/${TODAY}`);
    await past.goto(`${url}/results/2026-11-14`);
    await expect(rows(page).nth(1)).toContainText('No result yet');
    await asStaff('POST', `/api/admin/draws/${TODAY}_12-00/publish`);
    await expect(rows(page).nth(1)).toContainText('48152');

    await asStaff('POST', `/api/admin/draws/${TODAY}_12-00/unpublish`);
    await asStaff('POST', `/api/admin/draws/${TODAY}_10-00/unpublish`);
    // Long after its time, a withdrawn result reads like any late one.
    await expect(rows(page).first()).toContainText('Result delayed');
    await expect(past.getByRole('link', { name: /Next day/ })).toHaveCount(0);
    await asStaff('POST', '/api/admin/draws/2026-11-14_10-00/unpublish');
    await expect(past.getByText('There are no published results of this day.')).toBeVisible();
    await expect(page.getByRole('link', { name: /Previous day/ })).toHaveCount(0);
  },
);

liveTest(
  'a correction shows the former digits, its time and reason on the draw, the day and the chart',
  async ({ page, startSite }) => {
    const noon = { date: TODAY, slot: '12:00', digits: '74227', published: true } as const;
    const { url, asStaff } = await startSite({ clock: '12:40:00', draws: [noon] });
    const [draw, chart] = [await page.context().newPage(), await page.context().newPage()];
    await page.goto(`${url}/results/${TODAY}`);
    await draw.goto(`${url}/draws/SC151120262`);
    await chart.goto(`${url}/results`);
    await asStaff('PATCH', `/api/admin/draws/${TODAY}_12-00`, {
      digit1: '9',
      reason: 'Misread on the sheet',
    });
    for (const each of [page, draw]) {
      const article = each.getByRole('article');
      await expect(article).toContainText(/Corrected at 12:4\d PM/);
      await expect(article.locator('del')).toContainText('Former result 7 4 2 2 7');
      await expect(article.locator('del [aria-hidden] > span').first()).toHaveCSS(
        'text-decoration-line',
        'line-through',
      );
      await expect(article).toContainText('Reason: Misread on the sheet');
      await expect(article.getByRole('img', { name: 'Result 9 4 2 2 7' })).toBeVisible();
    }
    await expect(chart.getByRole('cell').filter({ hasText: '94227' })).toContainText('Corrected');
  },
);

liveTest(
  'a withdrawn draw, a draft and an unknown number have the same page',
  async ({ request, startSite }) => {
    const noon = { date: TODAY, slot: '12:00', digits: '74227', published: true } as const;
    const draft = { ...noon, slot: '14:00', digits: '48152', published: false } as const;
    const { url, asStaff } = await startSite({ clock: '12:40:00', draws: [noon, draft] });
    await asStaff('POST', `/api/admin/draws/${TODAY}_12-00/unpublish`);
    const pageOf = async (drawNo: string) => {
      const response = await request.get(`${url}/draws/${drawNo}`);
      expect(response.status()).toBe(404);
      return (await response.text())
        .replaceAll(drawNo, 'DRAW')
        .replaceAll(/\b1\d{12}\b|\b[\d-]{10}T[\d:.]+Z/g, 'TIME');
    };
    const unknown = await pageOf('SC151120999');
    expect(unknown).toContain('There is no published draw with this number.');
    expect(await pageOf('SC151120262')).toBe(unknown);
    expect(await pageOf('SC151120263')).toBe(unknown);
  },
);

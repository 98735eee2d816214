/** The page of a day: its addresses, picture, metadata, printed sheet and changes while it is open. */
import type { Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { expect, test as liveTest, TODAY } from './live-site.ts';
import { digitsFor } from './site-content.ts';

const rows = (page: Page) => page.getByRole('article').getByRole('listitem');

test('has a picture and structured data', async ({ request, baseURL }) => {
  const html = await (await request.get('/results/2026-11-14')).text();
  const results = [0, 1, 2, 3, 4].map((place) => digitsFor(68, place));
  const picture = `${baseURL}/results/2026-11-14/picture.png?results=${results.join('-')}`;
  expect(html).toContain(`<meta property="og:image" content="${picture}"`);
  const png = await (await request.get(picture)).body();
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
  const things = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)];
  expect(things.map(([, text = '']) => JSON.parse(text))).toContainEqual(
    expect.objectContaining({
      '@type': 'ItemList',
      itemListElement: results.map((result, index) =>
        expect.objectContaining({ position: index + 1, name: expect.stringContaining(result) }),
      ),
    }),
  );
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

test('the chart and the day print black on white in both themes, without controls, the day on one sheet', async ({
  page,
}) => {
  const theme = page.getByRole('button', { name: 'Dark mode' });
  const expectPrinted = async () => {
    await page.emulateMedia({ media: 'print' });
    // Colours with a transition need a moment.
    await expect.poll(() => printedColours(page)).toEqual(['rgb(0, 0, 0)']);
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden();
  };
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/results?all=1&month=2026-10&q=SC3110');
  await expect(page.getByRole('link', { name: 'September 2026' })).toBeVisible();
  await expect(theme).toHaveAttribute('aria-pressed', 'true');
  await theme.click();
  await expect(theme).toHaveAttribute('aria-pressed', 'false');
  await expectPrinted();
  await expect(page.locator('.chart tbody tr').first()).toHaveCSS('display', 'table-row');
  await expect(page.locator('.chart thead')).toHaveCSS('display', 'table-header-group');
  for (const hidden of [
    page.getByRole('navigation', { name: 'Main' }),
    page.getByRole('contentinfo'),
    page.getByRole('checkbox', { name: "Show Today's Results Only" }),
    page.getByRole('button', { name: 'Export CSV' }),
    page.getByRole('link', { name: 'September 2026' }),
  ]) {
    await expect(hidden).toBeHidden();
  }
  await expect(page.getByText('October 2026 · 5 results')).toBeVisible();

  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  await theme.click();
  await expect(theme).toHaveAttribute('aria-pressed', 'true');
  await expectPrinted();
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('rowheader').getByRole('link', { name: '31 October 2026' }).click();
  await expect(rows(page)).toHaveCount(5);
  await expectPrinted();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(pdf).toMatch(/\/MediaBox\s*\[0 0 59[45]\S* 84[12]/);
});

liveTest(
  'a result is published, corrected and withdrawn while its day is open',
  async ({ page, request, startSite }) => {
    const TEN = { date: TODAY, slot: '10:00', digits: '10203', published: true } as const;
    const yesterday = { ...TEN, date: '2026-11-14', digits: '74227' };
    const noon = { ...TEN, slot: '12:00', digits: '74227', published: false } as const;
    const draft = { ...noon, slot: '14:00', digits: '48152' } as const;
    const { url, asStaff } = await startSite({ clock: '12:05:00', draws: [yesterday, TEN, noon, draft] });
    await page.goto(`${url}/results/${TODAY}`);
    await expect(rows(page).nth(1)).toContainText('No result yet');
    await asStaff('POST', `/api/admin/draws/${TODAY}_12-00/publish`);
    await expect(rows(page).nth(1)).toContainText('74227');

    const correction = { digit1: '9', reason: 'Misread on the sheet' };
    await asStaff('PATCH', `/api/admin/draws/${TODAY}_12-00`, correction);
    const article = page.getByRole('article');
    const expectCorrected = async () => {
      await expect(article).toContainText(/Corrected at 12:0\d PM/);
      await expect(article.locator('del')).toContainText('Former result 7 4 2 2 7');
      await expect(article.locator('del [aria-hidden] > span').first()).toHaveCSS(
        'text-decoration-line',
        'line-through',
      );
      await expect(article).toContainText('Reason: Misread on the sheet');
      await expect(article.getByRole('img', { name: 'Result 9 4 2 2 7' })).toBeVisible();
    };
    await expectCorrected();
    await rows(page).nth(1).getByRole('link').click();
    await expect(page).toHaveURL(`${url}/draws/SC151120262`);
    await expectCorrected();
    await page.goBack();

    for (const slot of ['12-00', '10-00'])
      await asStaff('POST', `/api/admin/draws/${TODAY}_${slot}/unpublish`);
    // Long after its time, a withdrawn result reads like any late one.
    await expect(rows(page).first()).toContainText('Result delayed');
    await page.getByRole('link', { name: /Previous day/ }).click();
    const next = page.getByRole('link', { name: /Next day/ });
    await expect(rows(page).first()).toContainText('74227');
    await expect(next).toHaveCount(0);
    await asStaff('POST', `/api/admin/draws/${TODAY}_10-00/publish`);
    await expect(next).toHaveCount(1);
    await asStaff('POST', '/api/admin/draws/2026-11-14_10-00/unpublish');
    await expect(page.getByText('There are no published results of this day.')).toBeVisible();

    // A withdrawn draw, a draft and an unknown number have the same page.
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

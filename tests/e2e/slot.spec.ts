/** The history of one draw time, the page of one draw, and the page of one day. */
import { expect, PHONE, test } from './fixtures.ts';
import { expectAccessibleInBothThemes } from './page-checks.ts';
import { digitsFor } from './site-content.ts';

test('the tabs of the charts lead to the history of a draw time, newest first, with older pages; the page of a draw shows result, origin, endings, its day and adjacent draws, and shares its link; the page of a day leads to its draws and to other days', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  await page.goto('/results');
  const tabs = page.getByRole('navigation', { name: 'Results by draw time' });
  await expect(tabs.getByRole('link')).toHaveText([
    'All',
    '10:00 AM',
    '12:00 PM',
    '02:00 PM',
    '05:00 PM',
    '07:00 PM',
  ]);
  await expect(tabs.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'page');
  await tabs.getByRole('link', { name: '12:00 PM' }).click();
  await expect(page).toHaveURL(/\/results\/12-00$/);
  await expect(page).toHaveTitle(/^12:00 PM results/);
  await expect(tabs.getByRole('link', { name: '12:00 PM' })).toHaveAttribute('aria-current', 'page');
  await expect(tabs.getByRole('link', { name: 'All' })).not.toHaveAttribute('aria-current');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('12:00 PM results');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Date',
    'Draw No.',
    '1st digit',
    '2nd digit',
    '3rd digit',
    '4th digit',
    '5th digit',
  ]);
  const rows = page.locator('.chart tbody').getByRole('row');
  await expect(rows).toHaveCount(31);
  await expect(page.getByRole('status').filter({ hasText: 'The newest 31 of 70' })).toBeVisible();
  const date = rows.first().getByRole('rowheader');
  await expect(date.getByRole('link')).toHaveAttribute('href', '/results/2026-11-15');
  await expect(date).toContainText('15 November 2026');
  await expect(rows.first().getByRole('cell')).toHaveText(['SC151120262', ...digitsFor(69, 1)]);
  await expect(rows.nth(1).getByRole('rowheader')).toContainText('14 November 2026');
  await expect(rows.first()).toHaveCSS('display', 'table-row');
  await expect(rows.first()).toHaveCSS('animation-name', 'none');

  await page.getByRole('link', { name: 'Older results' }).click();
  await expect(page).toHaveURL(/\/results\/12-00\?before=2026-10-16$/);
  await expect(rows.first()).toContainText('15 October 2026');
  await page.getByRole('link', { name: 'Newest results' }).click();
  await expect(rows.first()).toContainText('15 November 2026');

  // On a phone the history is a grid with animated rows.
  await page.setViewportSize(PHONE.viewport);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(rows.first()).toHaveCSS('display', 'grid');
  await expect(rows.first()).toHaveCSS('animation-name', 'rise-in');

  // The page of a draw.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByRole('link', { name: /SC151120262/ }).click();
  await expect(page).toHaveURL(/\/draws\/SC151120262$/);
  const result = digitsFor(69, 1);
  await expect(page).toHaveTitle(`SC151120262: ${result} · Swarna Chakra`);
  const card = page.getByRole('article');
  await expect(card.getByRole('heading')).toContainText('12:00 PM');
  await expect(card.getByRole('heading')).toContainText('Sunday, 15 November 2026');
  await expect(card.getByRole('img', { name: `Result ${[...result].join(' ')}` })).toBeVisible();
  await expect(card).toContainText('Results Published');
  await expect(card).toContainText('Published at 12:15 PM on 15 November 2026 Drawn by the system');
  await expect(page.getByRole('term')).toHaveText([/^3D/, /^2D/, /^1D/]);
  await expect(page.getByRole('definition')).toHaveText([result.slice(2), result.slice(3), result.slice(4)]);
  const day = page.getByRole('region', { name: /The draws of this day/ });
  await expect(day.getByRole('listitem').getByRole('link')).toHaveCount(3);
  await expect(day.getByText('No result yet')).toHaveCount(2);
  await page.getByRole('link', { name: /Earlier draw/ }).click();
  await expect(page).toHaveURL(/\/draws\/SC151120261$/);
  await page.getByRole('link', { name: /Earlier draw/ }).click();
  await expect(page).toHaveURL(/\/draws\/SC141120265$/);

  const share = page.getByRole('button', { name: 'Share' });
  await share.click();
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
  const address = `${baseURL}/draws/SC141120265`;
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  // Without a clipboard the link is shown to be copied.
  await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'));
  await share.click();
  const link = page.getByRole('textbox', { name: 'Copy this link' });
  await expect(link).toHaveValue(address);
  await expect(link).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(address);
  await expectAccessibleInBothThemes(page, link);
  await page.keyboard.press('Tab');
  await expect(link).toBeHidden();
  await expect(share).toBeVisible();

  // The page of its day.
  await day.getByRole('link', { name: '14 November 2026' }).click();
  await expect(page).toHaveURL(/\/results\/2026-11-14$/);
  await expect(page).toHaveTitle('Results of 14 November 2026 · Swarna Chakra');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('14 November 2026Saturday');
  const draws = page.getByRole('article').getByRole('listitem');
  await expect(draws).toHaveCount(5);
  await expect(draws.first()).toContainText('10:00 AM');
  await expect(draws.first()).toContainText(digitsFor(68, 0));
  await expect(draws.last()).toContainText(digitsFor(68, 4));
  await share.click();
  await expect(link).toHaveValue(`${baseURL}/results/2026-11-14`);
  await draws.nth(1).getByRole('link').click();
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
  await expect(draws.nth(3)).toContainText('No result yet');
  await expect(page.getByRole('link', { name: /Next day/ })).toHaveCount(0);
  const field = page.getByLabel('Day', { exact: true });
  await expect(field).toHaveValue('2026-11-15');
  await field.fill('2026-10-02');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/results\/2026-10-02$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('2 October 2026');
  await expect(field).toHaveValue('2026-10-02');
});

test('an unknown draw time redirects to the charts, a lower-case draw number to its draw', async ({
  request,
  baseURL,
}) => {
  for (const [path, target] of [
    ['/results/11-00', '/results'],
    ['/results/12:00', '/results'],
    ['/results/noon', '/results'],
    ['/ml/results/99-99', '/ml/results'],
    ['/ml/draws/sc151120261', '/ml/draws/SC151120261'],
  ]) {
    const response = await request.get(path ?? '');
    expect([path, response.status(), response.url()]).toEqual([path, 200, `${baseURL}${target}`]);
  }
});

test('an unpublished draw is indistinguishable from an unknown draw', async ({ request }) => {
  const responses = await Promise.all(
    ['SC151120264', 'SC151120994'].map(async (drawNo) => {
      const page = await request.get(`/draws/${drawNo}`);
      const picture = await request.get(`/draws/${drawNo}/picture.png`);
      const body = (await page.text())
        .replaceAll(drawNo, 'DRAW')
        .replaceAll(/\b1\d{12}\b|\b[\d-]{10}T[\d:.]+Z/g, 'TIME');
      return {
        status: page.status(),
        body,
        picture: picture.status(),
        length: (await picture.body()).length,
      };
    }),
  );
  expect(responses[0]?.status).toBe(404);
  expect(responses[0]?.picture).toBe(404);
  expect(responses[0]).toEqual(responses[1]);
});

test('the pictures of two draws and of the site are different PNGs of 1200 × 630 pixels', async ({
  request,
}) => {
  const pictures: Buffer[] = [];
  for (const path of ['/draws/SC151120262/picture.png', '/draws/SC151120263/picture.png', '/picture.png']) {
    const response = await request.get(path);
    expect(response.status()).toBe(200);
    expect(response.headers()['content-type']).toBe('image/png');
    expect(response.headers()['cache-control']).toContain('s-maxage=');
    const png = await response.body();
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    pictures.push(png);
  }
  expect(new Set(pictures.map((png) => png.toString('base64'))).size).toBe(3);
});

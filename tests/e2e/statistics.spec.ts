/** The statistics in a browser: choices, tables by keyboard, and an open page that counts a new result. */
import { addDays } from '../../src/core/ist-time.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { enStatistics } from '../../src/web/i18n/en-statistics.ts';
import { PHONE } from './fixtures.ts';
import { expect, TODAY, test } from './live-site.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, expectStill } from './page-checks.ts';

/** Forty days with the first three draws; the digits are spread more evenly than chance would. */
const draws = Array.from({ length: 40 }, (_, day) =>
  SLOTS.slice(0, 3).map((slot, place) => ({
    date: addDays(TODAY, -40 + day),
    slot,
    digits: String(((day * 3 + place + 1) * 7_919) % 100_000).padStart(5, '0'),
  })),
).flat();

test.use(PHONE);

test('counts what was chosen, has every figure in a table, and counts a new result while it is open', async ({
  page,
  startSite,
}) => {
  const site = await startSite({ clock: '05:00:00', draws });
  await page.goto(`${site.url}/statistics`);
  await expectStill(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('heading').first()).toHaveText(new RegExp(enStatistics.noMemory));
  const counted = main.getByRole('status');
  await expect(counted).toHaveText('120 results · 6 October 2026 – 14 November 2026');
  await expect(main.getByText(enStatistics.evenness.grades.tooEven)).toBeVisible();

  await main.getByRole('link', { name: '30 days' }).click();
  await expect(page).toHaveURL(/\/statistics\?span=30$/);
  await expect(counted).toHaveText('87 results · 17 October 2026 – 14 November 2026');
  await main.getByRole('link', { name: '07:00 PM' }).click();
  await expect(counted).toHaveText('0 results · 07:00 PM');
  await expect(main.getByRole('heading', { name: enStatistics.none })).toBeVisible();
  await main.getByRole('link', { name: enStatistics.showAll }).click();
  await expect(counted).toHaveText(/^120 results/);

  const table = main.getByRole('table', { name: enStatistics.lastTwo.drawing });
  await expect(table).toBeHidden();
  const section = main.getByRole('region', { name: enStatistics.lastTwo.heading });
  await expect(section.locator('.heat-mark')).toHaveText([...'0123456789', ...'0123456789']);
  await section.getByText(enStatistics.asTable).focus();
  await page.keyboard.press('Enter');
  await expect(table.getByRole('row').nth(2)).toHaveText(/^10–19/);
  const ending = table.getByRole('row').nth(6).getByRole('cell').nth(5);
  const before = Number(await ending.textContent());

  const scrolled = await page.evaluate(() => scrollY);
  const [digit1, digit2, digit3, digit4, digit5] = '55555';
  const digits = { digit1, digit2, digit3, digit4, digit5 };
  const draw = { date: addDays(TODAY, -1), slot: '17:00', drawNo: 'SC-55555', ...digits, published: true };
  await site.asStaff('POST', '/api/admin/draws', draw);
  await expect(counted).toHaveText('121 results · 6 October 2026 – 14 November 2026');
  await expect(ending).toHaveText(String(before + 1));
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page, table);
});

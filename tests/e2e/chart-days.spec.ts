/** The chart before the first result of today. */
import type { Page } from '@playwright/test';
import { expect, TODAY, test } from './live-site.ts';

const rows = (page: Page) => page.locator('.chart tbody').getByRole('row');

test('before the first result of today the chart shows the last day, and then today', async ({
  page,
  startSite,
}) => {
  const last = { date: '2026-11-13', slot: '19:00', digits: '74227', published: true } as const;
  const ten = { date: TODAY, slot: '10:00', digits: '10203', published: false } as const;
  const { url, asStaff } = await startSite({ clock: '10:05:00', draws: [last, ten] });
  await page.goto(`${url}/results`);
  const notice = page.getByRole('heading', {
    name: 'No results yet today. Showing Friday 13 November 2026',
  });
  await expect(notice).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText('74227');
  await expect(page.locator('input[name=date]')).toHaveValue('2026-11-13');
  await asStaff('POST', `/api/admin/draws/${TODAY}_10-00/publish`);
  await expect(rows(page)).toContainText('10203');
  await expect(rows(page)).toContainText('15 November 2026');
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Previous day: 13 November 2026' })).toBeVisible();
});

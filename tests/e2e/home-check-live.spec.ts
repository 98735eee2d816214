/** The results of "Check a number" follow changes. */
import type { Page } from '@playwright/test';
import { expect, TODAY, test } from './live-site.ts';

const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: true } as const;
const DRAW_NO = 'SC151120262';
const NOON_PATH = `/api/admin/draws/${TODAY}_12-00`;

const region = (page: Page) => page.getByRole('region', { name: 'Check a number' });
const found = (page: Page) => region(page).getByRole('listitem');

/** On an open page the results come from the API; with a link they are part of the page. */
const WAYS = {
  'typed in': async (page: Page, url: string, number: string) => {
    await page.goto(url);
    await region(page).getByRole('textbox').fill(number);
    await region(page).getByRole('button', { name: 'Check' }).click();
  },
  'in a link': (page: Page, url: string, number: string) => page.goto(`${url}/?check=${number}`),
};

for (const [way, check] of Object.entries(WAYS)) {
  test(`the results of a number ${way} follow corrections, withdrawals and publications`, async ({
    page,
    startSite,
  }) => {
    const TEN = { ...NOON, slot: '10:00', digits: '11159' } as const;
    const { url, asStaff } = await startSite({ clock: '13:00:00', draws: [TEN, NOON] });
    const other = await page.context().newPage();
    await check(page, url, DRAW_NO);
    await expect(found(page)).toContainText('48152');
    await check(other, url, '52');
    await expect(found(other)).toContainText(['48152']);

    await asStaff('PATCH', NOON_PATH, { digit5: '9', reason: 'Misread' });
    await expect(found(page)).toContainText('48159');
    await expect(found(other)).toHaveCount(0);
    await asStaff('PATCH', `/api/admin/draws/${TODAY}_10-00`, { digit5: '2', reason: 'Misread' });
    await expect(found(other)).toContainText(['11152']);

    await asStaff('POST', `${NOON_PATH}/unpublish`);
    await expect(region(page)).toContainText('No results found');
    await asStaff('POST', `${NOON_PATH}/publish`);
    await expect(found(page)).toContainText('48159');
  });
}

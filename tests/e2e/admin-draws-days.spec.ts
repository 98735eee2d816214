/** The days of the draws screen: today first, missing slots, the calendar, and the filters on a phone. */
import type { Page } from '@playwright/test';
import { ACCOUNTS, sendSignIn } from './accounts.ts';
import { expect, type LiveSite, TODAY, test } from './live-site.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './page-checks.ts';

const [YESTERDAY, TOMORROW] = ['2026-11-14', '2026-11-16'];

const DRAWS = [
  { date: YESTERDAY, slot: '10:00', digits: '10010', published: true },
  { date: YESTERDAY, slot: '12:00', digits: '20020', published: true },
  { date: TODAY, slot: '10:00', digits: '11111', published: true },
  { date: TODAY, slot: '14:00', digits: '33333', published: false },
  { date: TODAY, slot: '17:00', digits: '44444', published: false },
  { date: TOMORROW, slot: '10:00', digits: '55555', published: false },
] as const;

async function openDraws(page: Page, { url }: LiveSite): Promise<void> {
  await sendSignIn(page.context().request, url, ACCOUNTS.admin.email);
  await page.goto(`${url}/admin/draws`);
}

test('today comes first, missing slots can be filled, and the calendar leads to a day', async ({
  page,
  startSite,
}) => {
  const site = await startSite({ clock: '13:00:00', draws: [...DRAWS] });
  await site.asStaff('POST', `/api/admin/draws/${TODAY}_17-00/hold`);
  await site.asStaff('PATCH', `/api/admin/draws/${TODAY}_14-00`, { digit1: '9' });
  await openDraws(page, site);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    /^15 November 2026.*Today$/,
    /^16 November 2026/,
    /^14 November 2026/,
  ]);
  const today = page.getByRole('region', { name: /Today/ });
  await expect(today.getByRole('listitem')).toHaveCount(5);
  await expect(today.getByText('Missing')).toHaveCount(2);
  await expect(page.getByRole('region', { name: '14 November 2026' }).getByText('Missing')).toHaveCount(3);
  await expect(page.getByRole('region', { name: '16 November 2026' }).getByText('Missing')).toHaveCount(0);

  await page.getByRole('button', { name: 'Calendar' }).click();
  const calendar = page.getByRole('region', { name: 'Calendar' });
  await expect(calendar.getByRole('link')).toHaveCount(30);
  await expect(
    calendar.getByRole('link', {
      name: '15 November 2026: 1 published, 1 entered draft, 1 on hold, 2 missing',
    }),
  ).toBeVisible();
  await expect(calendar.getByRole('link', { name: '16 November 2026: 1 random draft' })).toBeVisible();
  await calendar.getByRole('button', { name: 'Previous month' }).click();
  await expect(calendar.getByRole('link')).toHaveCount(31);
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await calendar.getByRole('link', { name: '14 November 2026: 2 published, 3 missing' }).click();
  await expect(page).toHaveURL(`${site.url}/admin/draws?date=${YESTERDAY}`);
  await expect(calendar).toBeHidden();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([/^14 November 2026/]);

  await page.getByRole('button', { name: 'Add the result of 07:00 PM' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add result' });
  await expect(dialog.getByRole('textbox', { name: 'Digits' })).toBeFocused();
  await expect(dialog.getByLabel('Date')).toHaveValue(YESTERDAY);
  await expect(dialog.getByLabel('Time slot')).toHaveValue('19:00');
  await page.keyboard.press('Escape');

  // On a phone, the filters are behind one button.
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(page.getByLabel('Time slot')).toBeHidden();
  await expect(page.getByLabel('Search')).toBeVisible();
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await page.getByLabel('Time slot').selectOption('10:00 AM');
  await expect(page.getByRole('button', { name: 'Filters (2)' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Calendar' }).click();
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page, calendar);
});

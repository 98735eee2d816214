/** The results of "Check a number" follow changes. */
import { expect, TODAY, test } from './live-site.ts';

const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: true } as const;
const TEN = { ...NOON, slot: '10:00', digits: '11159' } as const;
const NOON_PATH = `/api/admin/draws/${TODAY}_12-00`;

test('the results of a number in a link and of one typed in follow corrections, withdrawals and publications', async ({
  page,
  startSite,
}) => {
  const { url, asStaff } = await startSite({ clock: '13:00:00', draws: [TEN, NOON] });
  const region = page.getByRole('region', { name: 'Check a number' });
  const found = region.getByRole('listitem');
  // With a link the results are part of the page.
  await page.goto(`${url}/?slot=12-00&check=52`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(region.getByRole('textbox')).toHaveValue('52');
  await expect(found).toContainText(['48152']);
  await asStaff('PATCH', NOON_PATH, { digit5: '9', reason: 'Misread' });
  await expect(found).toHaveCount(0);
  await asStaff('PATCH', `/api/admin/draws/${TODAY}_10-00`, { digit5: '2', reason: 'Misread' });
  await expect(found).toContainText(['11152']);

  // On an open page they come from the API.
  await region.getByRole('textbox').fill('SC151120262');
  await region.getByRole('button', { name: 'Check' }).click();
  await expect(found).toContainText('48159');
  await asStaff('PATCH', NOON_PATH, { digit5: '8', reason: 'Misread again' });
  await expect(found).toContainText('48158');
  await asStaff('POST', `${NOON_PATH}/unpublish`);
  await expect(region).toContainText('No results found');
  await asStaff('POST', `${NOON_PATH}/publish`);
  await expect(found).toContainText('48158');
});

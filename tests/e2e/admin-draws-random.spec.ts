/** Random and entered results in the panel, and automation that publishes only entered ones. */
import type { AdminDraw } from '../../src/contract/draws.ts';
import type { Settings } from '../../src/contract/settings.ts';
import { ACCOUNTS, sendSignIn } from './accounts.ts';
import { cardOf, digitsOn } from './draw-entries.ts';
import { expect, TODAY, test } from './live-site.ts';
import { toastWith } from './panel.ts';

test('random results are marked; they wait while only entered ones are published', async ({
  page,
  context,
  startSite,
}) => {
  const drafts = (['10:00', '12:00', '14:00', '17:00', '19:00'] as const).map((slot) => ({
    date: TODAY,
    slot,
    digits: '11111',
    published: false,
  }));
  const site = await startSite({ clock: '09:00:00', draws: drafts });
  const pathTo = (place: number) => `/api/admin/draws/${TODAY}_${drafts[place]?.slot.replace(':', '-')}`;
  const isPublished = async (place: number) =>
    (await site.asStaff<AdminDraw>('GET', pathTo(place))).published;
  const settings = await site.asStaff<Settings>('GET', '/api/admin/settings');
  await site.asStaff('PUT', '/api/admin/settings', { ...settings, publishGenerated: false });
  await site.asStaff('PATCH', pathTo(0), { digit1: '2' });
  await site.stop();
  await site.restart('17:20:00');
  await expect.poll(() => isPublished(0)).toBe(true);
  expect(await isPublished(1)).toBe(false);

  await sendSignIn(context.request, site.url, ACCOUNTS.admin.email);
  await page.goto(`${site.url}/admin/draws`);
  await expect(page.getByText('1 of 5 entered')).toBeVisible();
  await expect(page.getByText('Random, not entered')).toHaveCount(4);
  await expect(cardOf(page, 'SC151120261').getByText('Edited by staff')).toBeVisible();

  // Entered after its time: published at once.
  const second = cardOf(page, 'SC151120262');
  await digitsOn(second).click();
  await page.keyboard.type('13579');
  await second.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByRole('switch')).toHaveAccessibleName('SC151120262 Published');
  await expect(second.getByText('Edited by staff')).toBeVisible();
  await expect(page.getByText('2 of 5 entered')).toBeVisible();

  await page.getByRole('link', { name: 'Timings' }).click();
  await page.getByRole('switch', { name: 'Publish random results' }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const question = page.getByRole('alertdialog', { name: 'Publish 2 results at once?' });
  await expect(question.getByRole('listitem')).toHaveCount(2);
  await expect(question.getByText('SC151120263')).toBeVisible();
  await expect(question.getByText('Random, not entered')).toHaveCount(2);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('You have unsaved changes.')).toBeVisible();
  expect(await isPublished(2)).toBe(false);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await question.getByRole('button', { name: 'Save and publish' }).click();
  await expect(toastWith(page, 'Settings saved.')).toBeVisible();
  await expect.poll(() => isPublished(2)).toBe(true);
  expect(await isPublished(4)).toBe(false);
});

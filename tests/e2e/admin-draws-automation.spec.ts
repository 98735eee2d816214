/** A draw that automation publishes while somebody edits it. */
import { ACCOUNTS, sendSignIn } from './accounts.ts';
import { cardOf, digitsOn } from './draw-entries.ts';
import { expect, TODAY, test } from './live-site.ts';
import { openWithClock } from './paused-time.ts';

test('a draw that is published during an edit says that this was automatic, and when', async ({
  page,
  startSite,
  allowErrors,
}) => {
  allowErrors(/status of 412/);
  const { url, moveTo } = await startSite({
    clock: '10:14:30',
    draws: [
      { date: TODAY, slot: '10:00', digits: '24680', published: false },
      { date: '2026-11-14', slot: '10:00', digits: '11111', published: true },
    ],
  });
  await sendSignIn(page.request, url, ACCOUNTS.admin.email);
  await openWithClock(page, `${url}/admin/draws`);
  const card = cardOf(page, 'SC151120261');
  await digitsOn(card).click();
  await page.keyboard.type('13579');
  await moveTo(page, '10:15:02');
  await expect(card.getByText('It has just been published automatically.')).toBeVisible();
  await card.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: 'This draw was published automatically' });
  await expect(conflict.getByRole('region', { name: 'Published' })).toContainText('SC151120261');
  await expect(conflict).not.toContainText(/someone|theirs/i);
  await conflict.getByRole('button', { name: 'Leave it as published' }).click();

  await expect(card.getByText(/· out at 10:15 AM$/)).toBeVisible();
  await expect(
    cardOf(page, 'SC141120261').getByText(/· out on 14 November 2026, \d\d:\d\d AM$/),
  ).toBeVisible();
});

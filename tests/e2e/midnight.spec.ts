/** A page that is open at midnight. */
import { cardOf, expect, expectFace, TODAY, test } from './live-site.ts';
import { openWithClock } from './paused-time.ts';

const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: true } as const;

test('at midnight the cards change to the new day, without results of yesterday', async ({
  page,
  startSite,
}) => {
  const { url, moveTo } = await startSite({
    clock: '23:59:50',
    draws: [
      { ...NOON, published: true },
      { ...NOON, slot: '19:00', digits: '90917', published: true },
    ],
  });
  await openWithClock(page, url);
  await expectFace(cardOf(page, '12:00'), 'published');
  await expectFace(cardOf(page, '19:00'), 'published');
  await expect(page.getByRole('main')).toContainText('SC151120262');

  await moveTo(page, '00:00:01', '2026-11-16');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(5);
  for (const slot of ['10:00', '12:00', '14:00', '17:00', '19:00'] as const) {
    await expectFace(cardOf(page, slot), 'waiting');
  }
  await expect(cardOf(page, '10:00')).toContainText(/Starts in (10h 00m|09h 59m) \d\ds/);
  await expect(page.getByRole('region', { name: 'Next Draw' })).toContainText('Today, 16 November 2026');
  for (const trace of ['SC1511', '4 8 1 5 2', '9 0 9 1 7']) {
    await expect(page.getByRole('main')).not.toContainText(trace);
  }
  await page.reload();
  await expect(cards).toHaveCount(5);
  await expectFace(cardOf(page, '12:00'), 'waiting');
});

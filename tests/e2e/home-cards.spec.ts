/** Draw cards besides the live one: delayed results, midnight, the last day. */
import { addDays } from '../../src/core/ist-time.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { ml } from '../../src/web/i18n/ml.ts';
import { PHONE } from './fixtures.ts';
import { cardOf, expect, expectFace, TODAY, test } from './live-site.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './page-checks.ts';
import { openWithClock } from './paused-time.ts';

const TOMORROW = addDays(TODAY, 1);
const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: true } as const;

/** `place` is the index of the slot. */
const resultsOf = (date: string) =>
  SLOTS.map((slot, place) => ({ date, slot, digits: String(place + 1).repeat(5), published: true }));

const withoutTimes = (html: string): string => html.replaceAll(/SC\d+|\d\d:\d\d [AP]M|<!-- -->/g, '');

test('a withdrawn, a held and a missing draw show the same words', async ({ page, startSite }) => {
  const { url, asStaff, stop, restart } = await startSite({
    clock: '14:14:00',
    draws: [NOON, { ...NOON, slot: '14:00', published: false }],
  });
  await asStaff('POST', `/api/admin/draws/${TODAY}_14-00/hold`);
  await stop();
  await restart('14:21:00');
  await page.goto(`${url}/ml`);
  await expectFace(cardOf(page, '12:00'), 'published');
  await asStaff('POST', `/api/admin/draws/${TODAY}_12-00/unpublish`);
  await expectFace(cardOf(page, '12:00'), 'overdue');
  await expect(page.locator('body')).not.toContainText('4 8 1 5 2', { timeout: 20_000 });
  const words = async () => {
    const texts = [];
    for (const slot of ['10:00', '12:00', '14:00'] as const) {
      await expectFace(cardOf(page, slot), 'overdue');
      const html = await cardOf(page, slot).evaluate((card) => card.innerHTML);
      texts.push(withoutTimes(html));
      await expect(cardOf(page, slot)).toContainText(ml.draw.delayed);
    }
    return texts;
  };
  const [missing, withdrawn, held] = await words();
  expect(withdrawn).toBe(missing);
  expect(held).toBe(missing);
  // As the server renders them.
  const html = await (await page.request.get(`${url}/ml`)).text();
  const rendered = await page.evaluate(
    (text) =>
      [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('[data-face=overdue]')].map(
        ({ innerHTML }) => innerHTML,
      ),
    // The policy of the open page forbids its styles.
    html.replace(/<style>.*?<\/style>/s, ''),
  );
  expect(new Set(rendered.map(withoutTimes))).toEqual(new Set([missing]));
  expect(rendered).toHaveLength(3);
  await expectAccessibleInBothThemes(page, cardOf(page, '12:00'));
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('at midnight the cards change to the new day, and the results of yesterday are shown until its first result', async ({
    page,
    startSite,
  }) => {
    const { url, moveTo, asStaff } = await startSite({ clock: '23:59:50', draws: resultsOf(TODAY) });
    await openWithClock(page, url);
    const strip = page.getByRole('region', { name: 'Yesterday' });
    const cards = page.getByRole('article');
    await expect(strip).toBeHidden();
    await expectFace(cardOf(page, '12:00'), 'published');
    await expectFace(cardOf(page, '19:00'), 'published');
    await expect(page.getByRole('main')).toContainText('SC151120262');

    await moveTo(page, '00:00:01', TOMORROW);
    await expect(strip.getByRole('listitem')).toHaveText([
      '10:00 AM11111',
      '12:00 PM22222',
      '02:00 PM33333',
      '05:00 PM44444',
      '07:00 PM55555',
    ]);
    await expect(strip).toBeInViewport({ ratio: 1 });
    await expect(cards).toHaveCount(5);
    for (const slot of SLOTS) await expectFace(cardOf(page, slot), 'waiting');
    await expect(cardOf(page, '10:00')).toContainText(/Starts in (10h 00m|09h 59m) \d\ds/);
    await expect(page.getByRole('region', { name: 'Next Draw' })).toContainText('Today, 16 November 2026');
    for (const trace of ['SC1511', '2 2 2 2 2', '5 5 5 5 5']) {
      await expect(page.getByRole('main')).not.toContainText(trace);
    }
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothThemes(page, strip);

    // A correction of yesterday's result is applied as well.
    await asStaff('PATCH', `/api/admin/draws/${TODAY}_10-00`, { digit1: '9', reason: 'misread' });
    await expect(strip.getByRole('listitem').first()).toHaveText('10:00 AM91111');
    const draw = { date: TOMORROW, slot: '10:00', drawNo: 'SC161120261', digit1: '7', digit2: '7' };
    const digits = { digit3: '7', digit4: '7', digit5: '7' };
    await asStaff('POST', '/api/admin/draws', { ...draw, ...digits, published: true });
    await expect(strip).toBeHidden();
    await expectFace(cardOf(page, '10:00'), 'published');

    // All of today's results are withdrawn: the last day is loaded again.
    await page.reload();
    await expect(strip).toBeHidden();
    await expectFace(cardOf(page, '12:00'), 'waiting');
    const { items } = await asStaff<{ items: { id: string }[] }>('GET', `/api/admin/draws?date=${TOMORROW}`);
    for (const { id } of items) await asStaff('POST', `/api/admin/draws/${id}/unpublish`).catch(() => {});
    await expect(strip).toBeVisible();
    await strip.getByRole('link').last().click();
    await expect(page).toHaveURL(/\/draws\/SC151120265$/);
  });
});

/** Draw cards besides the live one: links, corrections, delayed results, the last day, sharing. */
import { addDays } from '../../src/core/ist-time.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { ml } from '../../src/web/i18n/ml.ts';
import { PHONE } from './fixtures.ts';
import { cardOf, expect, expectFace, TODAY, test } from './live-site.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './page-checks.ts';
import { openWithClock } from './paused-time.ts';

const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: true } as const;
const NOON_ID = `${TODAY}_12-00`;

/** `place` is the index of the slot. */
const resultsOf = (date: string) =>
  SLOTS.map((slot, place) => ({ date, slot, digits: String(place + 1).repeat(5), published: true }));

test('a corrected card shows time, former digits and reason, and links to the page of the draw', async ({
  page,
  startSite,
}) => {
  const { url, asStaff } = await startSite({ clock: '12:30:00', draws: [NOON] });
  await page.goto(url);
  const card = cardOf(page, '12:00');
  await asStaff('PATCH', `/api/admin/draws/${NOON_ID}`, {
    digit5: '3',
    reason: 'The last drum was misread.',
  });
  for (const _ of ['live', 'after a reload']) {
    await expect(card.getByRole('img', { name: 'Result 4 8 1 5 3' })).toBeVisible();
    await expect(card).toContainText(/Corrected at 12:3\d PM/);
    await expect(card.getByRole('deletion')).toContainText('Former result 4 8 1 5 2');
    await expect(card).toContainText('Reason: The last drum was misread.');
    await page.reload();
  }
  const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  const former = await card.getByRole('deletion').locator('span > span').first().evaluate(sizeOf);
  const current = await card.getByRole('img').locator('span').first().evaluate(sizeOf);
  expect(former).toBe(current);
  await expectAccessibleInBothThemes(page);

  await card.click();
  await expect(page).toHaveURL(/\/draws\/SC151120262$/);
});

test('a withdrawn, a held and a missing draw show the same words', async ({ page, startSite }) => {
  const { url, asStaff, moveTo } = await startSite({
    clock: '14:14:00',
    draws: [NOON, { ...NOON, slot: '14:00', published: false }],
  });
  await asStaff('POST', `/api/admin/draws/${TODAY}_14-00/hold`);
  await openWithClock(page, `${url}/ml`);
  await expectFace(cardOf(page, '12:00'), 'published');
  await asStaff('POST', `/api/admin/draws/${NOON_ID}/unpublish`);
  await expectFace(cardOf(page, '12:00'), 'overdue');
  await expect(page.locator('body')).not.toContainText('4 8 1 5 2', { timeout: 20_000 });
  await expectFace(cardOf(page, '14:00'), 'live');
  await moveTo(page, '14:20:05');
  const words = async () => {
    const texts = [];
    for (const slot of ['10:00', '12:00', '14:00'] as const) {
      await expectFace(cardOf(page, slot), 'overdue');
      const html = await cardOf(page, slot).evaluate((card) => card.innerHTML);
      texts.push(html.replaceAll(/SC\d+|\d\d:\d\d [AP]M|<!-- -->/g, ''));
      await expect(cardOf(page, slot)).toContainText(ml.draw.delayed);
    }
    return texts;
  };
  const [missing, withdrawn, held] = await words();
  expect(withdrawn).toBe(missing);
  expect(held).toBe(missing);
  await page.reload();
  expect(new Set(await words())).toEqual(new Set([missing]));
  await expectAccessibleInBothThemes(page);
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('the results of yesterday are shown from midnight to the first result of the day', async ({
    page,
    startSite,
  }) => {
    const tomorrow = addDays(TODAY, 1);
    const { url, moveTo, asStaff } = await startSite({ clock: '23:59:50', draws: resultsOf(TODAY) });
    await openWithClock(page, url);
    const strip = page.getByRole('region', { name: 'Yesterday' });
    await expect(strip).toBeHidden();
    await moveTo(page, '00:00:01', tomorrow);
    for (const _ of ['on the open page', 'after a reload']) {
      await expect(strip.getByRole('listitem')).toHaveText([
        '10:00 AM11111',
        '12:00 PM22222',
        '02:00 PM33333',
        '05:00 PM44444',
        '07:00 PM55555',
      ]);
      await expect(strip).toBeInViewport({ ratio: 1 });
      await page.reload();
    }
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothThemes(page);

    // A correction of yesterday's result is applied as well.
    await asStaff('PATCH', `/api/admin/draws/${TODAY}_10-00`, { digit1: '9', reason: 'misread' });
    await expect(strip.getByRole('listitem').first()).toHaveText('10:00 AM91111');
    const draw = { date: tomorrow, slot: '10:00', drawNo: 'SC161120261', digit1: '7', digit2: '7' };
    await asStaff('POST', '/api/admin/draws', {
      ...draw,
      digit3: '7',
      digit4: '7',
      digit5: '7',
      published: true,
    });
    await expect(strip).toBeHidden();
    await expectFace(cardOf(page, '10:00'), 'published');

    // All of today's results are withdrawn: the last day is loaded again.
    await page.reload();
    await expect(strip).toBeHidden();
    const { items } = await asStaff<{ items: { id: string }[] }>('GET', `/api/admin/draws?date=${tomorrow}`);
    for (const { id } of items) await asStaff('POST', `/api/admin/draws/${id}/unpublish`).catch(() => {});
    await expect(strip).toBeVisible();
    await strip.getByRole('link').last().click();
    await expect(page).toHaveURL(/\/draws\/SC151120265$/);
  });
});

test('the last day with results is named if it is not yesterday', async ({ page, startSite }) => {
  const { url } = await startSite({ clock: '08:00:00', draws: resultsOf(addDays(TODAY, -3)) });
  await page.goto(`${url}/ml`);
  await expect(page.getByRole('region', { name: '2026 നവംബർ 12' }).getByRole('listitem')).toHaveCount(5);
});

test('without clipboard and share sheet, the link is shown to be copied', async ({ page, startSite }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'clipboard');
    Reflect.deleteProperty(Navigator.prototype, 'share');
  });
  const { url } = await startSite({ clock: '12:45:00', draws: [NOON] });
  await page.goto(url);
  await cardOf(page, '12:00').getByRole('button', { name: 'Share' }).click();
  const link = page.getByRole('textbox', { name: 'Copy this link' });
  await expect(link).toHaveValue(`${url}/draws/SC151120262`);
  await expect(link).toBeFocused();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(`${url}/draws/SC151120262`);
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Tab');
  await expect(link).toBeHidden();
  await expect(cardOf(page, '12:00').getByRole('button', { name: 'Share' })).toBeVisible();
});

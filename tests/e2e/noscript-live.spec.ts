/** Pages of a running day without JavaScript. */
import { addDays } from '../../src/core/ist-time.ts';
import { SLOTS } from '../../src/core/slots.ts';
import { enVerify } from '../../src/web/i18n/en-verify.ts';
import { mlStatistics } from '../../src/web/i18n/ml-statistics.ts';
import { cardOf, expect, expectFace, TODAY, test } from './live-site.ts';

const NOON = { date: TODAY, slot: '12:00', digits: '48152', published: false } as const;
/** Ten days with the first three draws. */
const PAST = Array.from({ length: 10 }, (_, day) =>
  SLOTS.slice(0, 3).map((slot) => ({ date: addDays(TODAY, -40 + day), slot, digits: `1234${day}` })),
).flat();

test.use({ javaScriptEnabled: false });

test('the live draw is first, the log is whole but for its buttons, and so are the statistics', async ({
  page,
  startSite,
  allowErrors,
}) => {
  // The browser reports disabled scripts as failed.
  allowErrors(/\.js csp$/);
  const { url } = await startSite({ clock: '12:05:00', draws: [NOON, ...PAST] });
  await page.goto(url);
  await expectFace(page.getByRole('article').first(), 'live');
  const top = (await cardOf(page, '12:00').boundingBox())?.y ?? 0;
  for (const other of await page.locator('main h2, main article, main nav').all()) {
    expect((await other.boundingBox())?.y ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(top);
  }
  await expect(page.locator('.script-only').filter({ visible: true })).toHaveCount(0);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Verify' }).click();
  await expect(page).toHaveURL(`${url}/verify`);
  await expect(page.getByText(enVerify.notOfficial)).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText(enVerify.labels.began);
  await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(0);

  // The page shows what the server renders.
  const textOf = async (address: string) => {
    const html = await (await page.request.get(url + address)).text();
    // Streamed parts would stay hidden.
    expect(html).not.toContain('<div hidden');
    return html.replaceAll(/<[^>]*>/g, '');
  };
  const all = await textOf('/ml/statistics?slot=nonsense&span=-1');
  expect(all).toContain('30 ഫലങ്ങൾ');
  expect(all).toContain(mlStatistics.evenness.grades.tooFew);
  expect(await textOf('/ml/statistics?slot=12-00')).toContain('10 ഫലങ്ങൾ · 12:00 PM');
});

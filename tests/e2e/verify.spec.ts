/** The page about the public log: a day with every kind of change, the key and the checkpoint, without scripts. */
import type { AdminDraw } from '../../src/contract/draws.ts';
import type { Slot } from '../../src/core/slots.ts';
import { enVerify } from '../../src/web/i18n/en-verify.ts';
import { mlVerify } from '../../src/web/i18n/ml-verify.ts';
import { resultIn } from './draw-entries.ts';
import { PHONE } from './fixtures.ts';
import { expect, type LiveSite, test, UNREACHABLE_BEACON } from './live-site.ts';
import { expectFitsAndAccessible } from './page-checks.ts';

const DAY = '2026-11-16';

async function findDraw({ asStaff }: LiveSite, slot: Slot): Promise<AdminDraw> {
  const { items } = await asStaff<{ items: AdminDraw[] }>('GET', `/api/admin/draws?date=${DAY}`);
  const draw = items.find((each) => each.slot === slot);
  if (!draw) throw new Error(`no draw at ${slot}`);
  return draw;
}

const isPublished = async (site: LiveSite, slot: Slot) => (await findDraw(site, slot)).published;

const otherDigit = (digit: string): string => (digit === '0' ? '1' : '0');

test.use(PHONE);

test('shows a missing beacon, an override, a correction and a withdrawal of the day, as they happen', async ({
  page,
  startSite,
}) => {
  const site = await startSite({ clock: '22:00:00', beacon: UNREACHABLE_BEACON });
  await page.clock.install();
  await site.moveTo(page, '06:01:30', DAY);
  await expect.poll(() => findDraw(site, '10:00').catch(() => null)).not.toBeNull();
  const draft = await findDraw(site, '10:00');
  await site.asStaff('PATCH', `/api/admin/draws/${draft.id}`, { digit1: otherDigit(draft.digit1) });
  await site.moveTo(page, '12:15:05', DAY);
  await expect.poll(() => isPublished(site, '12:00')).toBe(true);

  await page.goto(`${site.url}/verify`);
  const day = page.getByRole('article').filter({ hasText: '16 November 2026' });
  const lines = day.getByRole('listitem');
  const { labels } = enVerify;
  await expect(lines).toHaveText([
    new RegExp(`12:1\\d PM${labels.fixed}SC161120262`),
    new RegExp(`10:1\\d AM${labels.edited}SC161120261.*would have been ${resultIn(draft)}\\.`),
    new RegExp(`06:0\\d AM${labels['missing-beacon']}No random number .* for 16 November 2026`),
  ]);
  await expect(lines.nth(1).getByRole('link')).toHaveAttribute('href', '/draws/SC161120261');

  // The open page fetches the record again.
  const former = await findDraw(site, '12:00');
  const change = { digit5: otherDigit(former.digit5), reason: 'Misread' };
  await site.asStaff('PATCH', `/api/admin/draws/${former.id}`, change);
  await expect(lines.first()).toContainText(`${labels.corrected}SC161120262`);
  await expect(lines.first().locator('del')).toContainText(resultIn(former));
  await expect(lines.first()).toContainText('Reason: Misread');
  await site.asStaff('PATCH', `/api/admin/draws/${former.id}`, { drawNo: 'SC-7', reason: 'Wrong number' });
  await expect(lines.first()).toContainText(enVerify.onlyPlace);
  await expect(lines.first().getByRole('img')).toHaveCount(0);
  await site.asStaff('POST', `/api/admin/draws/${draft.id}/unpublish`);
  await expect(lines.first()).toContainText(`${labels.withdrawn}SC161120261`);
  await expect(lines.first().getByRole('link')).toHaveCount(0);
  await expectFitsAndAccessible(page);

  await page.goto(`${site.url}/ml/verify`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(mlVerify.heading);
  await expect(page.getByText(mlVerify.withdrawn.unpublished)).toBeVisible();
  await expect(page.getByRole('link', { name: 'SC-7' }).first()).toHaveAttribute('href', '/ml/draws/SC-7');
  await expectFitsAndAccessible(page);
});

test('the key and the checkpoint are those of the log, and can be copied', async ({ page, startSite }) => {
  const { url } = await startSite({ clock: '09:00:00' });
  const readSize = async () =>
    Number((await (await page.request.get(`${url}/log/checkpoint`)).text()).split('\n')[1]);
  // Its first entry and the commitments of two days: nothing else is added before the first result.
  await expect.poll(readSize).toBe(11);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${url}/verify`);
  for (const [name, path] of [
    [enVerify.key, '/log/key'],
    [enVerify.checkpoint, '/log/checkpoint'],
  ] as const) {
    const text = await (await page.request.get(url + path)).text();
    await page.getByRole('button', { name: `Copy ${name}` }).click();
    await expect(page.getByRole('button', { name: `Copied ${name}` })).toBeVisible();
    expect((await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe(text.trim());
    await expect(page.locator(`a[href="${path}"]`)).toBeVisible();
  }
  await expect(page.getByText(`npm run cli -- audit ${url} --remember`)).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('everything is there but the buttons', async ({ page, startSite, allowErrors }) => {
    allowErrors(/\.js csp$/);
    const { url } = await startSite({ clock: '09:00:00' });
    await page.goto(`${url}/verify`);
    await expect(page.getByText(enVerify.notOfficial)).toBeVisible();
    await expect(page.getByRole('article').first()).toContainText(enVerify.labels.began);
    await expect(page.getByRole('button', { name: /^Copy/ })).toHaveCount(0);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Verify' }).click();
    await expect(page).toHaveURL(`${url}/verify`);
  });
});

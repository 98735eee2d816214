/** The page about the public log: a day with every kind of change, the key and the checkpoint. */
import type { Dashboard } from '../../src/contract/dashboard.ts';
import type { AdminDraw } from '../../src/contract/draws.ts';
import type { Slot } from '../../src/core/slots.ts';
import { enVerify } from '../../src/web/i18n/en-verify.ts';
import { resultIn } from './draw-entries.ts';
import { PHONE } from './fixtures.ts';
import { expect, type LiveSite, test, UNREACHABLE_BEACON } from './live-site.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll } from './page-checks.ts';

const DAY = '2026-11-16';

async function findDraw({ asStaff }: LiveSite, slot: Slot): Promise<AdminDraw> {
  const { items } = await asStaff<{ items: AdminDraw[] }>('GET', `/api/admin/draws?date=${DAY}`);
  const draw = items.find((each) => each.slot === slot);
  if (!draw) throw new Error(`no draw at ${slot}`);
  return draw;
}

const isPublished = async (site: LiveSite, slot: Slot) => (await findDraw(site, slot)).published;

const isTomorrowCommitted = async ({ asStaff }: LiveSite) =>
  (await asStaff<Dashboard>('GET', '/api/admin/dashboard')).publicLog?.tomorrowCommitted;

/** Restarts the site, which is faster than moving its time by hours. */
async function continueAt({ stop, restart }: LiveSite, time: string): Promise<void> {
  await stop();
  await restart(time, DAY);
}

const otherDigit = (digit: string): string => (digit === '0' ? '1' : '0');

test.use(PHONE);

test('shows a missing beacon, an override, a correction and a withdrawal of the day, as they happen, and copies key and checkpoint', async ({
  page,
  context,
  startSite,
}) => {
  const site = await startSite({ clock: '22:00:00', beacon: UNREACHABLE_BEACON });
  await expect.poll(() => isTomorrowCommitted(site)).toBe(true);
  await continueAt(site, '05:59:50');
  await page.clock.install();
  await site.moveTo(page, '06:01:30', DAY);
  await expect.poll(() => findDraw(site, '10:00').catch(() => null)).not.toBeNull();
  const draft = await findDraw(site, '10:00');
  await site.asStaff('PATCH', `/api/admin/draws/${draft.id}`, { digit1: otherDigit(draft.digit1) });
  await continueAt(site, '10:14:58');
  await expect.poll(() => isPublished(site, '10:00')).toBe(true);
  await continueAt(site, '12:14:58');
  await expect.poll(() => isPublished(site, '12:00')).toBe(true);

  await page.goto(`${site.url}/verify`);
  const day = page.getByRole('article').filter({ hasText: '16 November 2026' });
  const { labels } = enVerify;
  // The seeds of the day before, which had no results, are opened before or after midnight.
  const lines = day.getByRole('listitem').filter({ hasNotText: labels.unused });
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
  await expectNoSidewaysScroll(page);
  await expectAccessibleInBothThemes(page, page.getByRole('main'));

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const [name, path] of [
    [enVerify.key, '/log/key'],
    [enVerify.checkpoint, '/log/checkpoint'],
  ] as const) {
    const text = await (await page.request.get(site.url + path)).text();
    await page.getByRole('button', { name: `Copy ${name}` }).click();
    await expect(page.getByRole('button', { name: `Copied ${name}` })).toBeVisible();
    expect((await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe(text.trim());
    await expect(page.locator(`a[href="${path}"]`)).toBeVisible();
  }
  await expect(page.getByText(`npm run cli -- audit ${site.url} --remember`)).toBeVisible();
});

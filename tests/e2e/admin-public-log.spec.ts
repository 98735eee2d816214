/** The public log in the panel: its state on the dashboard, a beacon that is not reached, and drafts still to come. */
import type { Page } from '@playwright/test';
import type { Dashboard } from '../../src/contract/dashboard.ts';
import { ACCOUNTS, sendSignIn } from './accounts.ts';
import { expect, type LiveSite, test, UNREACHABLE_BEACON } from './live-site.ts';
import { toastWith } from './panel.ts';

const TOMORROW = '2026-11-16';
const MISSING_BEACON = /^The public beacon was not reached: today’s random results are fixed beforehand/;

const readDashboard = ({ asStaff }: LiveSite): Promise<Dashboard> => asStaff('GET', '/api/admin/dashboard');

async function openPanel(page: Page, { url }: LiveSite, path: string): Promise<void> {
  await sendSignIn(page.context().request, url, ACCOUNTS.admin.email);
  await page.goto(url + path);
}

const logOn = (page: Page) => page.getByRole('region', { name: 'Public log' });

/** The dashboard shows the last checkpoint, copies its root hash, and links to it. */
async function checkLastCheckpoint(page: Page, site: LiveSite): Promise<void> {
  const log = logOn(page);
  const { publicLog } = await readDashboard(site);
  if (!publicLog) throw new Error('no log');
  await expect(log.getByText(String(publicLog.size), { exact: true })).toBeVisible();
  await expect(log.getByText(publicLog.origin, { exact: true })).toBeVisible();
  await expect(log.getByText(/^1[56] November 2026, \d\d:\d\d [AP]M$/)).toBeVisible();

  const root = log.getByText(publicLog.root, { exact: true });
  await expect(root).toBeHidden();
  await log.getByText('Root hash').click();
  await expect(root).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await log.getByRole('button', { name: 'Copy' }).click();
  await expect(log.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(publicLog.root);

  const address = await log.getByRole('link', { name: /^Last checkpoint/ }).getAttribute('href');
  const checkpoint = await (await page.request.get(site.url + address)).text();
  expect(checkpoint).toContain(`${publicLog.origin}\n${publicLog.size}\n${publicLog.root}\n`);
}

test('the last checkpoint is shown; before the generate time drafts are awaited, afterwards a missing beacon is reported', async ({
  page,
  startSite,
  allowErrors,
}) => {
  allowErrors(/409/);
  const site = await startSite({ clock: '22:00:00', beacon: UNREACHABLE_BEACON });
  await expect.poll(async () => (await readDashboard(site)).publicLog?.tomorrowCommitted).toBe(true);
  await site.stop();
  await site.restart('05:59:00', TOMORROW);

  await page.clock.install();
  await openPanel(page, site, '/admin');
  const today = page.getByRole('region', { name: 'Today, Monday 16 November 2026' });
  await expect(today.getByText('Not made yet')).toHaveCount(5);
  await expect(today.getByText('Draft at 06:00 AM')).toHaveCount(5);
  await expect(logOn(page).getByText('Awaited', { exact: true })).toBeVisible();
  await checkLastCheckpoint(page, site);

  const menu = page.getByRole('navigation', { name: 'Admin' });
  await menu.getByRole('link', { name: 'Draws' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('Today’s drafts are not made yet')).toBeVisible();
  await expect(main.getByText('Missing')).toHaveCount(0);
  await expect(main.getByRole('button', { name: 'Create drafts' })).toHaveCount(0);

  await menu.getByRole('link', { name: 'Timings' }).click();
  await page.getByRole('button', { name: 'Create drafts' }).click();
  await expect(toastWith(page, 'from 06:00 AM on, once the public beacon is known')).toBeVisible();

  // On a screen without a countdown, which takes the browser less time.
  await site.moveTo(page, '06:01:30', TOMORROW);
  await expect.poll(async () => (await readDashboard(site)).publicLog?.beacon).toBe('missing');
  await menu.getByRole('link', { name: 'Dashboard' }).click();
  await page.clock.runFor(10_000);
  const attention = page.getByRole('region', { name: 'Attention' });
  await expect(attention.getByText(MISSING_BEACON)).toBeVisible();
  await expect(attention.getByRole('link', { name: 'Open draws' })).toHaveAttribute('href', '/admin/draws');
  await expect(logOn(page).getByText('Not reached', { exact: true })).toBeVisible();
  await expect(today.getByText('Random, not entered')).toHaveCount(5);
});

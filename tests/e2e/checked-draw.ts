/** Results with their entries in the public log, and the check of them on their page. */
import type { Page } from '@playwright/test';
import type { Dashboard } from '../../src/contract/dashboard.ts';
import { enDrawCheck } from '../../src/web/i18n/en-draw-check.ts';
import { expect, type LiveSite, TODAY } from './live-site.ts';

const TOMORROW = '2026-11-16';
export const DRAWN = 'SC161120261';
export const FIXED = 'SC151120261';

export const stepsOf = (page: Page) => page.locator('[data-outcome]');
export const outcomesOf = (page: Page) =>
  stepsOf(page).evaluateAll((steps) => steps.map((step) => step.getAttribute('data-outcome')));

export const checkNow = (page: Page) => page.getByRole('button', { name: 'Check it in my browser' }).click();
export const checkAgain = (page: Page) => page.getByRole('button', { name: enDrawCheck.again }).click();

const isPublished = async ({ url }: LiveSite, drawNo: string) =>
  (await fetch(`${url}/api/draws/${drawNo}`)).ok;

/** A result that follows from a seed and a beacon. */
export async function openDrawnResult(
  startSite: (plan: { clock: string; beacon: string }) => Promise<LiveSite>,
): Promise<LiveSite> {
  const site = await startSite({ clock: '22:00:00', beacon: 'local' });
  const isCommitted = async () =>
    (await site.asStaff<Dashboard>('GET', '/api/admin/dashboard')).publicLog?.tomorrowCommitted;
  await expect.poll(isCommitted).toBe(true);
  await site.stop();
  await site.restart('10:14:58', TOMORROW);
  await expect.poll(() => isPublished(site, DRAWN)).toBe(true);
  return site;
}

/** A result that follows from a seed alone, because its day was committed too late. */
export async function openFixedResult(
  startSite: (plan: { clock: string }) => Promise<LiveSite>,
): Promise<LiveSite> {
  const site = await startSite({ clock: '09:59:00' });
  const drafts = async () =>
    (await site.asStaff<{ items: unknown[] }>('GET', `/api/admin/draws?date=${TODAY}`)).items.length;
  await expect.poll(drafts).toBe(5);
  await site.moveServerTo('10:15:01');
  await expect.poll(() => isPublished(site, FIXED)).toBe(true);
  return site;
}

/** The dashboard: every figure is compared with the data of the test. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { inProject } from '../../scripts/project.mjs';
import type { Dashboard } from '../../src/contract/dashboard.ts';
import type { Settings } from '../../src/contract/settings.ts';
import { ACCOUNTS, sendSignIn } from './accounts.ts';
import { expect, type LiveSite, TODAY, test } from './live-site.ts';

const YESTERDAY = '2026-11-14';

const DRAWS = [
  { date: YESTERDAY, slot: '10:00', digits: '10010', published: true },
  { date: YESTERDAY, slot: '12:00', digits: '20020', published: true },
  { date: YESTERDAY, slot: '14:00', digits: '30030', published: true },
  { date: YESTERDAY, slot: '17:00', digits: '40040', published: true },
  { date: YESTERDAY, slot: '19:00', digits: '50050', published: true },
  { date: TODAY, slot: '10:00', digits: '11111', published: true },
  { date: TODAY, slot: '12:00', digits: '22222', published: true },
  { date: TODAY, slot: '14:00', digits: '33333', published: false },
  { date: TODAY, slot: '17:00', digits: '44444', published: false },
] as const;

/** The expected slots after the second is unpublished. */
const SLOTS = [
  { label: '10:00 AM', state: 'Published', digits: '1 1 1 1 1', drawNo: 'SC151120261', outlook: /^Done$/ },
  {
    label: '12:00 PM',
    state: 'On hold',
    digits: '2 2 2 2 2',
    drawNo: 'SC151120262',
    outlook: /^Waits for a person$/,
  },
  {
    label: '02:00 PM',
    state: 'Live',
    digits: '3 3 3 3 3',
    drawNo: 'SC151120263',
    outlook: /^Publishes in 00h (10|09)m \d\ds$/,
  },
  {
    label: '05:00 PM',
    state: 'Draft',
    digits: '4 4 4 4 4',
    drawNo: 'SC151120264',
    outlook: /^Publishes in 03h (10|09)m \d\ds$/,
  },
  {
    label: '07:00 PM',
    state: 'Missing',
    digits: null,
    drawNo: 'SC151120265',
    outlook: /^No draw$/,
  },
];

const RECENT = [
  { drawNo: 'SC151120261', when: '15 November 2026, 10:00 AM', digits: '1 1 1 1 1' },
  { drawNo: 'SC141120265', when: '14 November 2026, 07:00 PM', digits: '5 0 0 5 0' },
  { drawNo: 'SC141120264', when: '14 November 2026, 05:00 PM', digits: '4 0 0 4 0' },
  { drawNo: 'SC141120263', when: '14 November 2026, 02:00 PM', digits: '3 0 0 3 0' },
  { drawNo: 'SC141120262', when: '14 November 2026, 12:00 PM', digits: '2 0 0 2 0' },
];

/** At 02:04 PM the third draw is live; visitors are counted every minute. */
const PLAN = { clock: '14:04:05', draws: [...DRAWS] };

const readDashboard = ({ asStaff }: LiveSite): Promise<Dashboard> => asStaff('GET', '/api/admin/dashboard');

async function saveSettings({ asStaff }: LiveSite, change: Partial<Settings>): Promise<void> {
  const settings = await asStaff<Settings>('GET', '/api/admin/settings');
  await asStaff('PUT', '/api/admin/settings', { ...settings, ...change });
}

async function openDashboard(page: Page, { url }: LiveSite): Promise<void> {
  await sendSignIn(page.context().request, url, ACCOUNTS.admin.email);
  await page.clock.install();
  await page.goto(`${url}/admin`);
}

/** A visitor of the site, as the server counts them. */
async function visit(url: string): Promise<{ leave(): void }> {
  const leaving = new AbortController();
  const stream = await fetch(`${url}/api/live`, { signal: leaving.signal });
  expect(stream.status).toBe(200);
  return { leave: () => leaving.abort() };
}

/** The page refetches its figures at least this often, in milliseconds. */
const FETCHED_AGAIN_WITHIN = 5_000;

const regionOf = (page: Page, name: string | RegExp): Locator => page.getByRole('region', { name });

/** No card is wider than its place, nor has text that is cut off. */
async function expectCardsFit(page: Page, today: Locator): Promise<void> {
  for (const width of [1280, 1024, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const overflowing = await today
      .getByRole('listitem')
      .evaluateAll((cards) => cards.filter((each) => each.scrollWidth > each.clientWidth).length);
    expect([width, overflowing]).toEqual([width, 0]);
  }
}

test('every figure is correct and updated; the cards of today are edited, held, released, published and added', async ({
  page,
  startSite,
}) => {
  const site = await startSite(PLAN);
  const { url, asStaff } = site;
  const visitors = await Promise.all([visit(url), visit(url), visit(url)]);
  await asStaff('POST', `/api/admin/draws/${TODAY}_12-00/unpublish`);
  await openDashboard(page, site);

  const today = regionOf(page, 'Today, Sunday 15 November 2026');
  await expect(today.getByText('4 results pending')).toBeVisible();
  const slots = today.getByRole('listitem');
  await expect(slots).toHaveCount(5);
  for (const [index, { label, state, digits, drawNo, outlook }] of SLOTS.entries()) {
    const slot = slots.nth(index);
    await expect(slot.getByText(label, { exact: true })).toBeVisible();
    await expect(slot.getByText(state, { exact: true })).toBeVisible();
    await expect(slot.getByText(outlook)).toBeVisible();
    await expect(slot.getByRole('link', { name: drawNo })).toHaveAttribute(
      'href',
      `/admin/draws?date=${TODAY}`,
    );
    if (digits) await expect(slot.getByRole('img', { name: digits })).toBeVisible();
  }
  await expect(
    today.getByText(/Next: the system publishes SC151120263 at 02:15 PM, in 00h (10|09)m \d\ds\./),
  ).toBeVisible();

  const recent = regionOf(page, 'Recent Results').getByRole('listitem');
  await expect(recent).toHaveCount(5);
  for (const [index, { drawNo, when, digits }] of RECENT.entries()) {
    await expect(recent.nth(index).getByText(drawNo)).toBeVisible();
    await expect(recent.nth(index).getByText(`${when} · Drawn by the system`)).toBeVisible();
    await expect(recent.nth(index).getByRole('img', { name: digits })).toBeVisible();
  }

  await expect(regionOf(page, 'Visitors').getByText('3 connected now')).toBeVisible();
  const attention = regionOf(page, 'Attention');
  await expect(attention.getByText('There has been no verified backup for a day.')).toBeVisible();

  const system = regionOf(page, 'System');
  const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
  await expect(system.getByText(version, { exact: true })).toBeVisible();
  await expect(system.getByText('SQLite')).toBeVisible();
  await expect(system.getByText('None yet')).toBeVisible();
  const log = regionOf(page, 'Public log');
  await expect(log.getByText('Committed', { exact: true })).toBeVisible();
  await expect(log.getByText('Today was committed without a beacon.')).toBeVisible();
  const { database } = await readDashboard(site);
  await expect(system.getByText(`${Math.round(database.bytes / 1024)} KB`)).toBeVisible();

  await asStaff('POST', '/api/admin/backups');
  await expect.poll(async () => (await readDashboard(site)).lastBackup?.status).toBe('verified');
  const { lastBackup } = await readDashboard(site);
  const { size } = statSync(join(site.dataDir, 'backups', lastBackup?.file ?? ''));
  await site.moveTo(page, '14:05:01');
  await page.clock.runFor(FETCHED_AGAIN_WITHIN);
  await expect(system.getByText('just now')).toBeVisible();
  await expect(
    system.getByText(new RegExp(`15 November 2026, 02:0\\d PM · ${Math.round(size / 1024)} KB`)),
  ).toBeVisible();
  await expect(attention.getByText(/backup/)).toHaveCount(0);
  const backups = regionOf(page, 'Backups');
  await expect(backups.getByRole('listitem')).toHaveCount(1);
  await expect(backups.getByRole('listitem')).toContainText('Verified');

  const plot = regionOf(page, 'Visitors').getByRole('img', { name: 'Visitors over the last 24 hours' });
  await expect(plot).toHaveAccessibleName(
    'Visitors over the last 24 hours The most at a time in each five minutes: 3 at the maximum.',
  );
  for (const { leave } of visitors) leave();

  await asStaff('POST', `/api/admin/draws/${TODAY}_12-00/publish`);
  const card = (label: string) => today.getByRole('listitem').filter({ hasText: label });
  await expect(today.getByText('0 of 5 entered')).toBeVisible();
  await expect(today.getByText('Random, not entered')).toHaveCount(2);
  await expect(today.getByText('3 results pending')).toBeVisible();

  await saveSettings(site, { autoPublish: false });
  await expect(attention.getByText(/^Automatic publication is off/)).toBeVisible();
  await expect(card('02:00 PM').getByText('Publish by hand')).toBeVisible();
  await expect(today.getByText(/Next: the system makes the drafts of the day at 06:00 AM/)).toBeVisible();
  await saveSettings(site, { autoPublish: true });

  // Enter goes on to the next draft.
  await card('02:00 PM')
    .getByRole('button', { name: /^Change the digits/ })
    .click();
  await page.keyboard.type('13579');
  await page.keyboard.press('Enter');
  await expect(card('02:00 PM').getByRole('img', { name: '1 3 5 7 9' })).toBeVisible();
  await expect(card('05:00 PM').getByRole('textbox', { name: 'New digits of SC151120264' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(today.getByText('1 of 5 entered')).toBeVisible();
  await expect(today.getByText('Random, not entered')).toHaveCount(1);

  await card('05:00 PM').getByRole('button', { name: 'Hold SC151120264' }).click();
  await expect(card('05:00 PM').getByText('On hold', { exact: true })).toBeVisible();
  // By key as well.
  await page.keyboard.press('h');
  await expect(card('05:00 PM').getByText('Draft', { exact: true })).toBeVisible();

  await card('07:00 PM').getByRole('button', { name: 'Add result' }).click();
  const editor = page.getByRole('dialog', { name: 'Add result' });
  await expect(editor.getByLabel('Time slot')).toHaveValue('19:00');
  await expect(editor.getByRole('textbox', { name: 'Digits' })).toBeFocused();
  await page.keyboard.type('24680');
  await page.keyboard.press('Enter');
  await expect(card('07:00 PM').getByRole('img', { name: '2 4 6 8 0' })).toBeVisible();
  await expect(today.getByText('2 of 5 entered')).toBeVisible();
  await card('02:00 PM').getByRole('button', { name: 'Publish SC151120263' }).click();
  await expect(card('02:00 PM').getByText('Published', { exact: true })).toBeVisible();
  await expect(today.getByText('2 results pending')).toBeVisible();

  await site.asStaff('POST', `/api/admin/draws/${TODAY}_17-00/publish`);
  await expect(card('05:00 PM').getByText('Published', { exact: true })).toBeVisible();
  await expect(today.getByText('1 result pending')).toBeVisible();
  await expect(regionOf(page, 'Recent Results').getByRole('listitem').first()).toContainText('SC151120264');
  await expectCardsFit(page, today);
});

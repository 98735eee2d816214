/** Attention: what is late, held, missing or left on is in one list and in the menu until somebody has dealt with it. */
import type { Page } from '@playwright/test';
import type { Attention } from '../../src/contract/attention.ts';
import type { Settings } from '../../src/contract/settings.ts';
import { ACCOUNTS, PASSWORD, sendSignIn } from './accounts.ts';
import { expect, type LiveSite, TODAY, test } from './live-site.ts';
import { tellAsOtherTab, toastWith } from './panel.ts';

const YESTERDAY = '2026-11-14';

const DRAWS = [
  { date: YESTERDAY, slot: '10:00', digits: '10010', published: true },
  { date: YESTERDAY, slot: '12:00', digits: '20020', published: true },
  { date: YESTERDAY, slot: '14:00', digits: '30030', published: true },
  { date: YESTERDAY, slot: '17:00', digits: '40040', published: true },
  { date: TODAY, slot: '10:00', digits: '11111', published: true },
  { date: TODAY, slot: '12:00', digits: '22222', published: true },
  { date: TODAY, slot: '14:00', digits: '33333', published: false },
  { date: TODAY, slot: '17:00', digits: '44444', published: false },
  { date: TODAY, slot: '19:00', digits: '55555', published: false },
] as const;

const NOTHING = 'Nothing needs attention';
/** The panel asks again at least this often, in milliseconds. */
const ASKED_AGAIN_WITHIN = 10_000;

async function changeSettings({ asStaff }: LiveSite, change: Partial<Settings>): Promise<void> {
  const settings = await asStaff<Settings>('GET', '/api/admin/settings');
  await asStaff('PUT', '/api/admin/settings', { ...settings, ...change });
}

async function openPanel(page: Page, { url }: LiveSite, email: string): Promise<void> {
  await sendSignIn(page.context().request, url, email);
  await page.goto(`${url}/admin`);
}

const attentionOn = (page: Page) => page.getByRole('region', { name: 'Attention' });
const linesOn = (page: Page) => attentionOn(page).getByRole('listitem');
const lineWith = (page: Page, text: string) => linesOn(page).filter({ hasText: text });
const menuItem = (page: Page) =>
  page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: /^Dashboard/ });

test('each line has the action that removes it, and time adds new ones; maintenance is shown on every screen', async ({
  page,
  startSite,
}) => {
  const site = await startSite({ clock: '14:12:00', draws: [...DRAWS] });
  await site.asStaff('POST', `/api/admin/draws/${TODAY}_12-00/unpublish`);
  await site.asStaff('POST', `/api/admin/draws/${TODAY}_17-00/hold`);
  await page.clock.install();
  const { email } = ACCOUNTS.editor;
  const account = { email, password: PASSWORD, role: 'admin' };
  const { id } = await site.asStaff<{ id: string }>('POST', '/api/admin/users', account);
  await openPanel(page, site, email);

  // What visitors can see comes first.
  await expect(linesOn(page)).toContainText([
    'Today’s 12:00 PM result is overdue: it was taken back and is on hold.',
    'The 07:00 PM draw of 14 November 2026 is missing.',
    'Today’s 05:00 PM draw is on hold.',
    'There has been no verified backup for a day.',
  ]);
  expect(await linesOn(page).evaluateAll((lines) => lines.map((line) => line.dataset['urgency']))).toEqual([
    'public',
    'public',
    'staff',
    'staff',
  ]);
  await expect(menuItem(page)).toHaveAccessibleName('Dashboard 4 need attention');
  // The API lists every reason of a draw.
  const { items } = await site.asStaff<Attention>('GET', '/api/admin/attention');
  expect(items.map(({ kind }) => kind)).toEqual(['overdue', 'missing', 'held', 'held', 'backup']);

  await lineWith(page, '12:00 PM').getByRole('button', { name: 'Publish now' }).click();
  const question = page.getByRole('alertdialog', { name: 'Publish 22222?' });
  await expect(question).toContainText('Nobody has entered these digits: they are random.');
  await question.getByRole('button', { name: 'Publish now' }).click();
  await expect(toastWith(page, 'SC151120262 is published.')).toBeVisible();
  await expect(lineWith(page, '12:00 PM')).toHaveCount(0);

  await lineWith(page, '14 November').getByRole('button', { name: 'Add result' }).click();
  const editor = page.getByRole('dialog', { name: 'Add result' });
  await expect(editor.getByLabel('Date')).toHaveValue(YESTERDAY);
  await expect(editor.getByLabel('Time slot')).toHaveValue('19:00');
  await expect(editor.getByRole('textbox', { name: 'Digits' })).toBeFocused();
  await page.keyboard.type('97531');
  await editor.getByLabel('Publish at once').check();
  await editor.getByRole('button', { name: 'Add Result' }).click();
  await expect(lineWith(page, '14 November')).toHaveCount(0);

  await lineWith(page, '05:00 PM').getByRole('button', { name: 'Release' }).press('Enter');
  await expect(lineWith(page, '05:00 PM')).toHaveCount(0);
  await expect(lineWith(page, 'backup')).toBeFocused();
  await lineWith(page, 'backup').getByRole('button', { name: 'Back up now' }).click();
  await expect(attentionOn(page).getByText(NOTHING)).toBeVisible();
  await expect(menuItem(page)).toHaveAccessibleName('Dashboard');

  // The badge is on every screen. One without a countdown takes the browser less time.
  await page.getByRole('link', { name: 'News' }).click();
  await changeSettings(site, { autoPublish: false, maintenanceMode: true });
  await site.moveTo(page, '14:15:30');
  await page.clock.runFor(ASKED_AGAIN_WITHIN);
  await expect(menuItem(page)).toHaveAccessibleName('Dashboard 3 need attention');
  const bar = page.getByRole('region', { name: 'Maintenance' });
  await expect(bar).toContainText('Maintenance is on: visitors cannot see the site.');
  await bar.getByRole('button', { name: 'Turn off' }).click();
  await expect(toastWith(page, 'Maintenance is off: visitors see the site again.')).toBeVisible();
  await expect(bar).toBeHidden();
  expect((await fetch(site.url)).status).toBe(200);
  await menuItem(page).click();
  await expect(linesOn(page)).toContainText([
    'Today’s 02:00 PM result is late: automatic publication is off.',
    'Automatic publication is off: results wait until somebody publishes them.',
  ]);

  // An Editor sees maintenance, and cannot turn it off.
  await changeSettings(site, { maintenanceMode: true });
  const line = lineWith(page, 'Maintenance');
  await expect(line.getByRole('button', { name: 'Turn off' })).toBeVisible();
  await site.asStaff('PATCH', `/api/admin/users/${id}`, { role: 'editor' });
  await tellAsOtherTab(page);
  await expect(line).toContainText('Ask an Admin');
  await expect(line.getByRole('button')).toHaveCount(0);
  await expect(bar).toBeVisible();
  await expect(bar.getByRole('button')).toHaveCount(0);
});

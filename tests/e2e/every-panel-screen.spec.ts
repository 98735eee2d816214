/**
 * Every panel screen and dialog on a phone: accessible, without horizontal scrolling; screens and one dialog in both
 * themes, the other dialogs in the light one, because they have the same colours. Of forms that have the same fields, one
 * is checked. The menu and the notice of Admin-only screens are checked in
 * `admin-navigation.spec.ts`, webhooks in `admin-webhooks.spec.ts`, accounts in `admin-account.spec.ts`.
 */
import type { Page } from '@playwright/test';
import type { Settings } from '../../src/contract/settings.ts';
import { signIn } from './accounts.ts';
import { cardOf, digitsOn, enterDraw, expectDigits, freeDay } from './draw-entries.ts';
import { PHONE } from './fixtures.ts';
import { expectAccessible, expectFitsAndAccessible, expectFitsAndAccessibleInLight } from './page-checks.ts';
import { STALE } from './panel.ts';
import { create, removeAll, rowWith, undoButton, unique } from './panel-lists.ts';
import { expect, test } from './staff.ts';

test.use(PHONE);

const SETTINGS = '/api/admin/settings';

/** Text without a line-break opportunity, and text of many lines. */
const LONG = `${'x'.repeat(60)} ${'so very '.repeat(10)}long`;

// Other tests of this worker use the same site.
test.afterEach(async ({ api }) => {
  const settings: Settings = await (await api.get(SETTINGS)).json();
  await api.put(SETTINGS, { data: { ...settings, maintenanceMode: false } });
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

async function goTo(page: Page, screen: string): Promise<void> {
  await button(page, 'Open menu').click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('link', { name: screen }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
}

test('draws: editing digits, a correction, a conflict, adding and importing; the dashboard during maintenance, and timings with an error', async ({
  page,
  api,
  allowErrors,
}) => {
  allowErrors(STALE);
  const draw = await enterDraw(api, { date: freeDay(), published: true });
  const draft = await enterDraw(api, { date: draw.date, slot: '12:00', digits: '00000' });
  await page.goto(`/admin/draws?date=${draw.date}`);
  const card = cardOf(page, draw.drawNo);
  await digitsOn(card).click();
  await expectFitsAndAccessible(page);
  await page.keyboard.type('9');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Correct this result?' })).toBeVisible();
  await expectFitsAndAccessibleInLight(page);
  await button(page, 'Go on editing').click();
  // A form that is still sending ignores Escape.
  await expect(card.locator('form')).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('Escape');
  await expectDigits(card, '12345');

  const changed = cardOf(page, draft.drawNo);
  await digitsOn(changed).click();
  await page.keyboard.type('11111');
  await api.patch(`/api/admin/draws/${draft.id}`, { data: { digit1: '2' } });
  await expect(changed.getByText('Someone else has just set it to 20000.')).toBeVisible();
  await changed.getByRole('button', { name: 'Save' }).click();
  const conflict = page.getByRole('dialog', { name: 'This draw was changed meanwhile' });
  await expect(conflict).toBeVisible();
  await expectFitsAndAccessibleInLight(page);
  const saved = conflict.getByRole('region', { name: 'Theirs, saved' });
  const unsaved = conflict.getByRole('region', { name: 'Yours, not saved' });
  await expect(saved.getByRole('img', { name: '2 0 0 0 0' })).toBeVisible();
  await expect(unsaved.getByRole('img', { name: '1 1 1 1 1' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(changed.getByLabel('Digit 5 of 5')).toHaveValue('1');
  await changed.getByRole('button', { name: 'Save' }).click();
  await conflict.getByRole('button', { name: 'Take theirs' }).click();
  await expectDigits(changed, '20000');

  await button(page, 'Add result').click();
  await button(page, 'Add Result').click();
  await expect(page.getByText('Each digit must be one of 0 to 9.')).toBeVisible();
  await expectFitsAndAccessible(page);
  await page.keyboard.press('Escape');
  await button(page, 'Import CSV').click();
  const broken = { name: 'draws.csv', mimeType: 'text/csv', buffer: Buffer.from('Something else') };
  await page.getByLabel('CSV file').setInputFiles(broken);
  await expect(page.getByText(/Line 1: The first line must be/)).toBeVisible();
  await expectFitsAndAccessibleInLight(page);
  await page.keyboard.press('Escape');

  const settings: Settings = await (await api.get(SETTINGS)).json();
  await api.put(SETTINGS, { data: { ...settings, maintenanceMode: true } });
  await goTo(page, 'Dashboard');
  await expect(page.getByRole('region', { name: 'Maintenance' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Today/ })).toBeVisible();
  const log = page.getByRole('region', { name: 'Public log' });
  await log.getByText('Root hash').click();
  await expect(log.getByRole('button', { name: 'Copy' })).toBeVisible();
  await expectFitsAndAccessible(page);

  await goTo(page, 'Timings');
  await page.getByLabel('Publication delay (minutes)').fill('99');
  await button(page, 'Save Changes').click();
  await expect(page.getByText(/must be a whole number from 0 to 60/)).toBeVisible();
  await expectFitsAndAccessible(page);
});

test('long texts in news, activity, questions, messages and users: their lists, forms with errors, and dialogs', async ({
  page,
  api,
  addPerson,
  server,
  allowErrors,
}) => {
  allowErrors(STALE);
  allowErrors(/status of 409/);
  const row = await create(api, 'news', { title: unique(LONG), author: 'Results Desk', body: LONG });
  // A short list has the same elements as a long list, and axe checks it faster.
  await page.goto(`/admin/news?q=${encodeURIComponent(row.title.slice(-30))}`);
  await expect(rowWith(page, row.title)).toBeVisible();
  await expectFitsAndAccessible(page);
  await button(page, `Edit ${row.title}`).click();
  const dialog = page.getByRole('dialog', { name: 'Edit article' });
  await dialog.getByLabel('Title').fill('');
  await button(page, 'Save changes').click();
  await expect(page.getByText('Title is required.')).toBeVisible();
  await dialog.getByLabel('Status').selectOption('Scheduled');
  await dialog.getByLabel('Published at (IST)').fill('2026-11-01T09:00');
  await expect(dialog.getByText('This time has passed')).toBeVisible();
  await button(page, 'Preview').click();
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('so very');
  await expectFitsAndAccessibleInLight(page);
  await button(page, 'Preview').click();
  await dialog.getByLabel('Title').fill('Short');
  await dialog.getByLabel('Status').selectOption('Published');
  await api.patch(`/api/admin/news/${row.id}`, { data: { body: `Theirs: ${LONG}` } });
  await button(page, 'Save changes').click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Someone else has changed this meanwhile. Nothing was overwritten. Save again to replace their version with yours.',
  );
  await expect(dialog.getByRole('definition')).toHaveText(`Theirs: ${LONG}`);
  await expect(dialog.getByLabel('Title')).toHaveValue('Short');
  await expectFitsAndAccessibleInLight(page);
  await button(page, 'Save changes').click();
  await expect(dialog).toBeHidden();
  expect(await (await api.get(`/api/admin/news/${row.id}`)).json()).toMatchObject({
    title: 'Short',
    body: LONG,
  });

  await goTo(page, 'Activity');
  await page.getByLabel('Search').fill('Short');
  await expect(page).toHaveURL(/q=/);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.getByText('Before and after').first().click();
  await expect(page.getByRole('definition').first()).toBeVisible();
  await expectFitsAndAccessible(page);

  await removeAll(api, 'faqs');
  await removeAll(api, 'contacts');
  const message = { phone: '+91 98470 12345', email: 'visitor@example.org', message: `${LONG} `.repeat(4) };
  for (const name of ['N'.repeat(90), 'Deleted']) {
    const sent = await api.post('/api/contact', { data: { ...message, name, consent: true } });
    expect(sent.status()).toBe(201);
  }
  const question = unique(LONG);
  await create(api, 'faqs', { question, answer: 'y'.repeat(400), order: 1 });
  await goTo(page, 'FAQ');
  await expect(rowWith(page, question)).toBeVisible();
  await expectFitsAndAccessible(page);
  await button(page, `Delete ${question}`).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectFitsAndAccessibleInLight(page);
  await button(page, 'Cancel').click();

  await goTo(page, 'Contacts');
  await button(page, 'Delete the message of Deleted').click();
  await undoButton(page).hover();
  await expect(button(page, /^Show all/)).toHaveCount(1);
  await expectFitsAndAccessible(page);

  const person = await addPerson('editor');
  await signIn(server.url, person.email);
  await goTo(page, 'Users');
  await page.getByLabel('Search').fill(person.email);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await expectFitsAndAccessible(page);

  await button(page, 'Add user').click();
  await page.getByRole('dialog', { name: 'Add user' }).getByLabel('E-mail').fill(person.email);
  await button(page, 'Create user').click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('There is already an account');
  await expectFitsAndAccessibleInLight(page);
  await page.keyboard.press('Escape');
  await button(page, 'Leave without saving').click();

  await button(page, `More for ${person.name}`).click();
  await expectAccessible(page, page.getByRole('menu'));
  await page.getByRole('menuitem', { name: 'Sessions' }).click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^End session/ })).toHaveCount(1);
  await expectFitsAndAccessibleInLight(page);
});

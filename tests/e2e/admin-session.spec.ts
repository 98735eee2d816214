/** Sessions that end during work, and tabs that share a session. */
import type { Page } from '@playwright/test';
import { ACCOUNTS, PASSWORD } from './accounts.ts';
import { REFUSED, sessionLostDialog, signInAgain } from './panel.ts';
import { chooseFor, expect, SESSION_CHECKED_WITHIN, test } from './staff.ts';

/** Calls `act` just before the next change reaches the server: no request for the list can come in between. */
async function beforeNextChange(page: Page, act: () => Promise<void>): Promise<void> {
  let isDone = false;
  await page.route('**/api/admin/**', async (route) => {
    if (route.request().method() !== 'GET' && !isDone) {
      isDone = true;
      await act();
    }
    await route.fallback();
  });
}

test('a session that ends while a form is filled in keeps the input', async ({
  page,
  addPerson,
  signInHere,
  endSessions,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  const me = await addPerson('admin');
  await signInHere(me);
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Add user' }).click();
  const form = page.getByRole('dialog', { name: 'Add user' });
  await form.getByLabel('E-mail').fill(`typed-by-${me.email}`);
  await form.getByLabel('Name (optional)').fill('Typed before');
  await form.getByLabel('Password (optional)').fill(PASSWORD);
  await beforeNextChange(page, () => endSessions(me));
  await form.getByRole('button', { name: 'Create user' }).click();

  const dialog = sessionLostDialog(page);
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(dialog.getByLabel('E-mail')).toHaveValue(me.email);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill('not this one');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('This is not your password.');

  await signInAgain(page);
  await expect(
    page.getByText('User created successfully! They will receive a confirmation email.'),
  ).toBeVisible();
  await expect(page.getByText('Typed before')).toBeVisible();
});

test('every kind of change waits for the new session and is then saved', async ({
  page,
  addPerson,
  signInHere,
  endSessions,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  const me = await addPerson('admin');
  const other = await addPerson('editor');
  await signInHere(me);
  await page.goto('/admin/users');
  await page.getByLabel('Search').fill(other.email);

  await page.getByRole('button', { name: `Edit ${other.name}`, exact: true }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(`${other.name} renamed`);
  await beforeNextChange(page, () => endSessions(me));
  await page.getByRole('button', { name: 'Save changes' }).click();
  await signInAgain(page);
  await expect(page.getByText(`The account of ${other.name} renamed is saved.`)).toBeVisible();

  const renamed = { ...other, name: `${other.name} renamed` };
  await chooseFor(page, renamed, 'Delete');
  await beforeNextChange(page, () => endSessions(me));
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await signInAgain(page);
  await expect(page.getByText(`The account of ${renamed.name} is deleted.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
});

test('a session that an Admin ends is detected without a click', async ({
  page,
  addPerson,
  signInHere,
  endSessions,
  server,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  const me = await addPerson('editor');
  await signInHere(me);
  await page.goto('/admin/account');
  await page.getByLabel('Current password').fill('half typed');
  await endSessions(me);
  await server.moveTime(SESSION_CHECKED_WITHIN);
  await expect(sessionLostDialog(page)).toBeVisible();
  await signInAgain(page);
  await expect(page.getByLabel('Current password')).toHaveValue('half typed');
});

test('leaving instead of signing in again navigates to the sign-in screen', async ({
  page,
  addPerson,
  signInHere,
  endSessions,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  const me = await addPerson('admin');
  await signInHere(me);
  await page.goto('/admin/users');
  await expect(page.getByText(me.email)).toBeVisible();
  await endSessions(me);
  await sessionLostDialog(page).getByRole('button', { name: 'Leave, and lose what is not saved' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

test('signing out or in applies to all tabs', async ({
  page,
  context,
  addPerson,
  signInHere,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  const me = await addPerson('editor');
  await signInHere(me);
  await page.goto('/admin/account');
  await page.getByLabel('Current password').fill('half typed');

  const other = await context.newPage();
  await other.goto('/admin/account');
  await logOut(other);
  await expect(other).toHaveURL('/admin/login');
  await expect(sessionLostDialog(page)).toBeVisible();

  await other.getByLabel('E-mail').fill(me.email);
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL('/admin');
  await expect(sessionLostDialog(page)).toBeHidden();
  await expect(page.getByLabel('Current password')).toHaveValue('half typed');
});

test('a click on Log out with the Ctrl key logs out as well', async ({
  page,
  context,
  addPerson,
  signInHere,
}) => {
  await signInHere(await addPerson('editor'));
  await page.goto('/admin/faq');
  await page.getByRole('button', { name: 'Log out' }).click({ modifiers: ['ControlOrMeta'] });
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  expect(context.pages()).toHaveLength(1);
  expect((await page.request.get('/api/admin/me')).status()).toBe(401);
});

test('another user who signs in gets a new page', async ({
  page,
  context,
  addPerson,
  signInHere,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  await signInHere(await addPerson('editor'));
  await page.goto('/admin/account');
  await page.getByLabel('Current password').fill('half typed');

  const other = await context.newPage();
  await other.goto('/admin/account');
  await logOut(other);
  await other.getByLabel('E-mail').fill(ACCOUNTS.admin.email);
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL('/admin');

  await expect(page.getByRole('main').getByText(ACCOUNTS.admin.email, { exact: true })).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('');
});

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click();
}

/** Accounts of other users: adding, inviting, changing, and ending sessions. */
import type { Page } from '@playwright/test';
import { ACCOUNTS, PASSWORD, SIGNED_OUT } from './accounts.ts';
import { chooseFor, expect, type Person, test, turnOnTwoFactor } from './staff.ts';

/** Console message of a browser for a rejected request. */
const REFUSED = /status of 4(01|03|09|22)/;
const CREATED = 'User created successfully! They will receive a confirmation email.';

const rowOf = (page: Page, { email }: Pick<Person, 'email'>) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: email });

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Add user' }).click();
  return page.getByRole('dialog', { name: 'Add user' });
}

test('lists all users with role and state, and filters by name, role and state', async ({
  page,
  addPerson,
  api,
}) => {
  const editor = await addPerson('editor');
  const away = await addPerson('admin');
  await api.patch(`/api/admin/users/${away.id}`, { data: { disabled: true } });
  await page.goto('/admin/users');
  await expect(rowOf(page, ACCOUNTS.admin)).toContainText('(you)');
  await expect(rowOf(page, editor)).toContainText('Editor');
  await expect(rowOf(page, away)).toContainText('Disabled');

  await page.getByLabel('State').selectOption('Disabled');
  await expect(rowOf(page, away)).toBeVisible();
  await expect(rowOf(page, editor)).toBeHidden();
  await page.getByLabel('Role').selectOption('Editor');
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await page.getByLabel('Search').fill(editor.name.toUpperCase());
  await expect(rowOf(page, editor)).toBeVisible();
  await expect(rowOf(page, away)).toBeHidden();
});

test('a user with a password can sign in at once', async ({ page, signInHere, addPerson, allowErrors }) => {
  allowErrors(REFUSED);
  const known = await addPerson('editor');
  const email = `with-password-${known.email}`;
  await page.goto('/admin/users');
  const dialog = await openDialog(page);
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await expect(dialog.getByText('E-mail is required.')).toBeVisible();
  await expect(dialog.getByLabel('E-mail')).toBeFocused();

  await dialog.getByLabel('E-mail').fill(known.email);
  await dialog.getByLabel('Password (optional)').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    'Error creating user: There is already an account with this e-mail address.',
  );

  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Name (optional)').fill('Meera');
  await dialog.getByRole('radio', { name: 'Admin' }).check();
  await page.keyboard.press('Enter');
  await expect(page.getByText(CREATED)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, { email })).toContainText('Admin');

  await signInHere({ email });
  await page.reload();
  await expect(rowOf(page, { email })).toContainText('(you)');
});

test('an unreachable server shows an error and keeps the input', async ({ page, context, allowErrors }) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/);
  const email = `unreachable-${Date.now()}@example.com`;
  await page.goto('/admin/users');
  const dialog = await openDialog(page);
  await dialog.getByLabel('E-mail').fill(email);
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    'Error creating user: the server is not responding. Please try again.',
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).last().click();
  await context.setOffline(false);
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await expect(page.getByText(CREATED)).toBeVisible();
  await expect(rowOf(page, { email })).toContainText('Invited');
});

test('an invited user sets a password with the newest link and can sign in', async ({
  page,
  browser,
  baseURL,
  linkTo,
  addPerson,
}) => {
  const email = `invited-${(await addPerson('editor')).email}`;
  await page.goto('/admin/users');
  const dialog = await openDialog(page);
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Name (optional)').fill(`Guest of ${email}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText(CREATED)).toBeVisible();
  const first = await linkTo(email, '/admin/welcome?token=');
  await expect(rowOf(page, { email })).toContainText('Invited');

  await chooseFor(page, { name: `Guest of ${email}` }, 'Invite again');
  await expect(page.getByText(`A new invitation is on its way to ${email}.`)).toBeVisible();
  await expect.poll(() => linkTo(email, '/admin/welcome?token=')).not.toBe(first);

  const context = await browser.newContext({ storageState: SIGNED_OUT, ...(baseURL && { baseURL }) });
  const guest = await context.newPage();
  await guest.goto(first);
  await guest.getByLabel('New password').fill(PASSWORD);
  await guest.keyboard.press('Enter');
  await expect(guest.getByRole('alert')).toHaveText(
    'This link has been used or is too old. Please ask for a new one.',
  );
  await guest.goto(await linkTo(email, '/admin/welcome?token='));
  await expect(guest.getByRole('heading', { name: 'Welcome to Swarna Chakra' })).toBeVisible();
  await guest.getByLabel('New password').fill(PASSWORD);
  await guest.keyboard.press('Enter');
  await guest.getByRole('link', { name: 'Sign in' }).click();
  await guest.getByLabel('E-mail').fill(email);
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await guest.keyboard.press('Enter');
  await expect(guest).toHaveURL('/admin');
  await context.close();
  await expect(rowOf(page, { email })).not.toContainText('Invited');
});

test('changes role and state with the keyboard, and other users see it', async ({
  page,
  openBrowser,
  addPerson,
}) => {
  const person = await addPerson('editor');
  const watcher = await openBrowser('admin');
  await watcher.goto('/admin/users');
  await expect(rowOf(watcher, person)).toContainText('Editor');

  await page.goto('/admin/users');
  await page.getByRole('button', { name: `Edit ${person.name}`, exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Edit ${person.name}` });
  await dialog.getByRole('radio', { name: 'Editor' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, person)).toContainText('Admin');
  await expect(rowOf(watcher, person)).toContainText('Admin');

  await page.getByRole('button', { name: `More for ${person.name}`, exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Sessions…' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog', { name: `Disable ${person.name}?` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(rowOf(page, person)).not.toContainText('Disabled');

  await chooseFor(page, person, 'Disable');
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(page.getByText(`${person.name} can no longer sign in.`)).toBeVisible();
  await expect(rowOf(watcher, person)).toContainText('Disabled');
  await chooseFor(page, person, 'Enable');
  await expect(rowOf(page, person)).not.toContainText('Disabled');
});

test('lists and ends sessions, and resets a lost second factor', async ({ page, addPerson, openAs }) => {
  const person = await addPerson('editor');
  const [first, second] = [await openAs(person), await openAs(person)];
  await turnOnTwoFactor(first.request);
  await page.goto('/admin/users');
  await expect(rowOf(page, person)).toContainText('Two-factor');

  await chooseFor(page, person, 'Sessions');
  const dialog = page.getByRole('dialog', { name: `Sessions of ${person.name}` });
  const ends = dialog.getByRole('button', { name: /^End session/ });
  await expect(ends).toHaveCount(2);
  await ends.first().click();
  await expect(ends).toHaveCount(1);
  await ends.first().click();
  await expect(dialog.getByText(`${person.name} is not signed in anywhere.`)).toBeVisible();
  for (const { request } of [first, second]) {
    expect(await (await request.get('/api/auth/get-session')).json()).toBeNull();
  }
  await page.keyboard.press('Escape');

  await chooseFor(page, person, 'Reset two-factor');
  await page.getByRole('button', { name: 'Reset two-factor', exact: true }).click();
  await expect(page.getByText(`${person.name} signs in with the password alone.`)).toBeVisible();
  await openAs(person);
  await openAs(person);
  await chooseFor(page, person, 'Sessions');
  await dialog.getByRole('button', { name: 'End all sessions' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all sessions' }).click();
  await expect(dialog.getByText(`${person.name} is not signed in anywhere.`)).toBeVisible();
});

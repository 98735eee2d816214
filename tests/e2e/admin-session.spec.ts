/** Sessions that end during work, and tabs that share a session. */
import type { Page } from '@playwright/test';
import { PASSWORD, sendSignIn } from './accounts.ts';
import { expectAccessibleInBothThemes } from './page-checks.ts';
import { REFUSED, sessionLostDialog, signInAgain } from './panel.ts';
import { expect, type Person, SESSION_CHECKED_WITHIN, test } from './staff.ts';

/** Calls `act` just before the next change reaches the server: no request for the list can come in between. */
async function beforeNextChange(page: Page, act: () => Promise<void>): Promise<void> {
  let isDone = false;
  await page.route('**/api/{admin,auth}/**', async (route) => {
    if (route.request().method() !== 'GET' && !isDone) {
      isDone = true;
      await act();
    }
    await route.fallback();
  });
}

async function signInAs(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeHidden();
}

/** Without the live stream; the new name contains the former one. */
async function renameOwnAccount(page: Page, { name }: Person): Promise<void> {
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  await page
    .getByRole('dialog', { name: `Edit ${name}` })
    .getByLabel('Name')
    .fill(`${name}, renamed`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: `${name}, renamed` })).toBeVisible();
  await expect(page.getByRole('main').getByText(`${name}, renamed`)).toBeVisible();
}

test('a change waits for a new session, unless the user leaves; the end of a session and a new one apply to all tabs', async ({
  page,
  context,
  addPerson,
  signInHere,
  endSessions,
  server,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  allowErrors(/ERR_FAILED/);
  const me = await addPerson('admin');
  await signInHere(me);
  await page.goto('/admin/users');
  await page.getByRole('button', { name: 'Add user' }).click();
  const form = page.getByRole('dialog', { name: 'Add user' });
  const email = `typed-by-${me.email}`;
  await form.getByLabel('E-mail').fill(email);
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
  await page.route('**/api/admin/live*', (route) => route.abort());
  await signInAgain(page);
  await expect(
    page.getByText('User created successfully! They will receive a confirmation email.'),
  ).toBeVisible();
  await expect(page.getByText('Typed before')).toBeVisible();
  await renameOwnAccount(page, me);
  await page.unroute('**/api/admin/live*');

  await page.getByRole('link', { name: me.name }).click();
  await page.getByLabel('Current password').fill('half typed');
  await endSessions(me);
  await server.moveTime(SESSION_CHECKED_WITHIN);
  await expect(dialog).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await signInAgain(page);
  await expect(page.getByLabel('Current password')).toHaveValue('half typed');

  const other = await context.newPage();
  await other.goto('/admin/account');
  // With the Ctrl key, a click on a link would open another tab.
  await other.getByRole('button', { name: 'Log out' }).click({ modifiers: ['ControlOrMeta'] });
  await expect(other).toHaveURL('/admin/login');
  await expect(other.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  expect(context.pages()).toHaveLength(2);
  expect((await page.request.get('/api/admin/me')).status()).toBe(401);
  await expect(dialog).toBeVisible();
  await signInAs(other, me.email);
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Current password')).toHaveValue('half typed');

  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('never sent to the server');
  await beforeNextChange(page, () => endSessions(me));
  await page.getByRole('button', { name: 'Change password' }).click();
  await dialog.getByRole('button', { name: 'Leave, and lose what is not saved' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await sendSignIn(page.request, server.url, me.email);
});

/**
 * The account and session screens on a phone: accessible in both themes, without horizontal scrolling. The screens of
 * the first account and of forgotten passwords are checked in `admin-sign-in.spec.ts`.
 */
import type { Page } from '@playwright/test';
import { codeFrom } from '../support/authenticator.ts';
import { PASSWORD } from './accounts.ts';
import { PHONE } from './fixtures.ts';
import { expectFitsAndAccessible } from './page-checks.ts';
import { sessionLostDialog } from './panel.ts';
import { expect, test } from './staff.ts';

test.use(PHONE);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('account: the page, every step of turning on the second factor, the end of the session, and sign-in', async ({
  page,
  addPerson,
  signInHere,
  allowErrors,
}) => {
  allowErrors(/status of 4(01|03|22)/);
  const person = await addPerson('editor');
  await signInHere(person);
  await page.goto('/admin/account');
  await expect(page.getByText('This session')).toBeVisible();
  await button(page, 'Change password').click();
  await expect(page.getByText('Password is required.').first()).toBeVisible();
  await expectFitsAndAccessible(page);

  await button(page, 'Turn on').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('not this one');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The password is incorrect.')).toBeVisible();
  await expectFitsAndAccessible(page);
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await dialog.getByText('No camera? Type the key instead').click();
  const app = (await dialog.getByRole('link', { name: 'open it' }).getAttribute('href')) ?? '';
  await expectFitsAndAccessible(page);
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeFrom(app));
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('list', { name: 'Recovery codes' })).toBeVisible();
  await expectFitsAndAccessible(page);
  await button(page, 'I have kept them').click();

  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('twelve gold petals');
  await page.context().clearCookies();
  // The panel may detect it before the click, and then hides everything behind the dialog.
  const behind = page.getByRole('button', { name: 'Change password', exact: true, includeHidden: true });
  await behind.dispatchEvent('click');
  await expect(sessionLostDialog(page)).toBeVisible();
  await expectFitsAndAccessible(page);
  await button(page, 'Leave, and lose what is not saved').click();

  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill('not the one');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Invalid email or password.');
  await expectFitsAndAccessible(page);
  await button(page, 'Create Admin Account').click();
  await expect(page.getByText(/Accounts can no longer be created here/)).toBeVisible();
  await expectFitsAndAccessible(page);
  await button(page, 'Sign in').click();
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Code' }).fill('000 000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('This code is incorrect.');
  await expectFitsAndAccessible(page);
});

/** Every account and session screen on a phone: accessible in both themes, without horizontal scrolling. */
import type { Page } from '@playwright/test';
import { codeFrom } from '../support/authenticator.ts';
import { PASSWORD, SIGNED_OUT } from './accounts.ts';
import { PHONE } from './fixtures.ts';
import { expectFitsAndAccessible } from './page-checks.ts';
import { REFUSED, sessionLostDialog } from './panel.ts';
import { expect, test, turnOnTwoFactor } from './staff.ts';

test.use(PHONE);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('account: the page, and every step of turning on the second factor', async ({
  page,
  addPerson,
  signInHere,
  allowErrors,
}) => {
  allowErrors(/status of 4(01|22)/);
  await signInHere(await addPerson('editor'));
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
});

test('session: the dialog after it has ended', async ({ page, allowErrors }) => {
  allowErrors(REFUSED);
  await page.goto('/admin/news');
  await button(page, 'Add article').first().click();
  await page.getByLabel('Title').fill('Typed');
  await page.getByLabel('Content').fill('Typed');
  await page.context().clearCookies();
  // The panel may detect it before the click, which the dialog would then intercept.
  await button(page, 'Publish').dispatchEvent('click');
  await expect(sessionLostDialog(page)).toBeVisible();
  await expectFitsAndAccessible(page);
});

test.describe('signed out', () => {
  test.use({ storageState: SIGNED_OUT });

  test('sign-in: an error, the second factor, closed sign-up, a forgotten password', async ({
    page,
    addPerson,
    openAs,
    allowErrors,
  }) => {
    allowErrors(/status of 4(01|03)/);
    const person = await addPerson('editor');
    await turnOnTwoFactor((await openAs(person)).request);
    await page.goto('/admin/login');
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('not the one');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('Invalid email or password.');
    await expectFitsAndAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Code' }).fill('000 000');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('This code is incorrect.');
    await expectFitsAndAccessible(page);

    await page.goto('/admin/login');
    await button(page, 'Create Admin Account').click();
    await expect(page.getByText(/Accounts can no longer be created here/)).toBeVisible();
    await expectFitsAndAccessible(page);
    for (const [path, title] of [
      ['/admin/reset', 'Forgotten password'],
      ['/admin/reset?token=unknown', 'Choose a new password'],
      ['/admin/welcome?token=unknown', 'Welcome to Swarna Chakra'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expectFitsAndAccessible(page);
    }
  });

  test('first account: the form', async ({ page, servers }) => {
    const server = await servers.start();
    await page.goto(`${server.url}/admin/login`);
    await button(page, 'Create Admin Account').click();
    await expect(page.getByText('The server prints it in its log when it starts')).toBeVisible();
    await expectFitsAndAccessible(page);
    await page.close();
    await server.stop();
  });
});

/**
 * The current user's account on a phone: password, sessions, the second factor, and the end of the own session. Each of
 * its screens is checked for accessibility in both themes and for horizontal scrolling.
 */
import { readFile } from 'node:fs/promises';
import { type Locator, type Page, request } from '@playwright/test';
import { encode } from 'uqr';
import { codeFrom } from '../support/authenticator.ts';
import { PASSWORD, sendSignIn, signIn } from './accounts.ts';
import { PHONE } from './fixtures.ts';
import { expectFitsAndAccessible } from './page-checks.ts';
import { refreshUntil, sessionLostDialog } from './panel.ts';
import { expect, type Person, test } from './staff.ts';

/** Console message of a browser for a rejected request. */
const REFUSED = /status of 4(01|03|22)/;
const NEW_PASSWORD = 'twelve gold petals';

test.use(PHONE);

test('a user ends sessions one by one and all at once; a new password is validated and ends them too; the own may end', async ({
  page,
  addPerson,
  signInHere,
  server,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  const me = await addPerson('editor');
  await signInHere(me);
  const others = [await signIn(server.url, me.email), await signIn(server.url, me.email)];
  await page.goto('/admin/account');
  const ends = page.getByRole('button', { name: /^End session/ });
  await expect(ends).toHaveCount(2);
  await ends.first().click();
  await expect(page.getByText('The session is ended.')).toBeVisible();
  await expect(ends).toHaveCount(1);

  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password is required.').first()).toBeVisible();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await expectFitsAndAccessible(page);
  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('New password').fill(me.email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The password must not be the e-mail address.')).toBeVisible();
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The password is incorrect.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('');
  await expect(page.getByText('This session')).toBeVisible();
  await expect(ends).toHaveCount(0);
  for (const storageState of others) {
    const api = await request.newContext({ baseURL: server.url, storageState });
    expect(await (await api.get('/api/auth/get-session')).json()).toBeNull();
    await api.dispose();
  }

  const later = await request.newContext({ baseURL: server.url });
  await sendSignIn(later, server.url, me.email, NEW_PASSWORD);
  await refreshUntil(page, () => expect(ends).toHaveCount(1, { timeout: 1_000 }));
  await page.getByRole('button', { name: 'End all others' }).click();
  await expect(ends).toHaveCount(0);
  await expect(page.getByText('This session')).toBeVisible();
  expect(await (await later.get('/api/auth/get-session')).json()).toBeNull();
  await later.dispose();

  await page.getByLabel('Current password').fill(NEW_PASSWORD);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.context().clearCookies();
  // The panel may detect it before the click, and then hides everything behind the dialog.
  const behind = page.getByRole('button', { name: 'Change password', exact: true, includeHidden: true });
  await behind.dispatchEvent('click');
  await expect(sessionLostDialog(page)).toBeVisible();
  await expectFitsAndAccessible(page);
  await page.getByRole('button', { name: 'Leave, and lose what is not saved' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
});

async function readCodes(dialog: Locator): Promise<string[]> {
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return codes.allInnerTexts();
}

/** The only path of the picture outlines each dark square once. */
async function countSquares(picture: Locator): Promise<number> {
  const drawing = (await picture.locator('path').getAttribute('d')) ?? '';
  return drawing.split('M').length - 1;
}

async function openMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  return page.getByRole('dialog', { name: 'Menu' });
}

/** Logs out, and signs in again with the password; the second factor is then asked for. */
async function signInWithPassword(page: Page, { email }: Person): Promise<void> {
  await (await openMenu(page)).getByRole('button', { name: 'Log out' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

async function openAccount(page: Page, { name }: Person): Promise<void> {
  await (await openMenu(page)).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();
}

async function confirmPassword(page: Page, password: string): Promise<void> {
  await page.getByRole('dialog').getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
}

/** Compares the QR code, the key and the copied key, and returns the address for the authenticator app. */
async function readApp(page: Page): Promise<string> {
  const dialog = page.getByRole('dialog');
  const picture = dialog.getByRole('img', { name: 'QR code for your authenticator app' });
  await expect(picture).toBeVisible();
  await dialog.getByText('No camera? Type the key instead').click();
  const app = (await dialog.getByRole('link', { name: 'open it' }).getAttribute('href')) ?? '';
  expect(await countSquares(picture)).toBe(encode(app, { ecc: 'M' }).data.flat().filter(Boolean).length);
  await dialog.getByRole('button', { name: 'Copy key' }).click();
  const secret = new URL(app).searchParams.get('secret');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  expect((await dialog.locator('code').innerText()).replaceAll(' ', '')).toBe(secret);
  await expectFitsAndAccessible(page);
  return app;
}

/** Copies, downloads and confirms the recovery codes. */
async function keepCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog');
  const codes = await readCodes(dialog);
  await expectFitsAndAccessible(page);
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Copy codes' }).click();
  await expect(dialog.getByText('Copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(codes.join('\n'));
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('swarna-chakra-recovery-codes.txt');
  expect(await readFile(await file.path(), 'utf8')).toBe(`${codes.join('\n')}\n`);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  return codes;
}

test('the second factor is turned on with an app, and sign-in refuses a wrong code and a replaced recovery code, but accepts a new one', async ({
  page,
  context,
  addPerson,
  signInHere,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const me = await addPerson('editor');
  await signInHere(me);
  await page.goto('/admin/account');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  await confirmPassword(page, 'not this one');
  await expect(dialog.getByText('The password is incorrect.')).toBeVisible();
  await expectFitsAndAccessible(page);
  await confirmPassword(page, PASSWORD);

  const app = await readApp(page);
  const code = page.getByRole('textbox', { name: 'Code' });
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('This code is incorrect.');
  await code.fill(codeFrom(app));
  await page.keyboard.press('Enter');
  const codes = await keepCodes(page);

  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await confirmPassword(page, PASSWORD);
  const fresh = await readCodes(dialog);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(dialog).toBeHidden();

  await signInWithPassword(page, me);
  await expect(code).toBeFocused();
  await code.fill('000 000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('This code is incorrect.');
  await expectFitsAndAccessible(page);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('This code is incorrect.');
  await page.getByLabel('Recovery code').fill(fresh[0] ?? '');
  await page.keyboard.press('Enter');
  await openAccount(page, me);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await confirmPassword(page, PASSWORD);
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
});

/**
 * The current user's account on a phone: sessions, password and the second factor. Its screens are checked for
 * accessibility and horizontal scrolling, what has colours of its own in both themes.
 */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { encode } from 'uqr';
import { codeFrom } from '../support/authenticator.ts';
import { PASSWORD, signIn } from './accounts.ts';
import { PHONE } from './fixtures.ts';
import { expectFitsAndAccessible, expectFitsAndAccessibleInLight } from './page-checks.ts';
import { expect, type Person, test } from './staff.ts';

/** Console message of a browser for a rejected request. */
const REFUSED = /status of 4(01|03|22)/;
const NEW_PASSWORD = 'twelve gold petals';

test.use(PHONE);

/** Ends one session, then all others, and chooses a new password, which is validated. */
async function changePassword(page: Page): Promise<void> {
  const ends = page.getByRole('button', { name: /^End session/ });
  await expect(ends).toHaveCount(3);
  await ends.first().click();
  await expect(ends).toHaveCount(2);
  await page.getByRole('button', { name: 'End all others' }).click();
  await expect(ends).toHaveCount(0);

  const change = page.getByRole('button', { name: 'Change password' });
  await change.click();
  await expect(page.getByText('Password is required.').first()).toBeVisible();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await expectFitsAndAccessible(page);
  await page.getByLabel('Current password').fill('not this one');
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The password is incorrect.')).toBeVisible();
  await page.getByLabel('Current password').fill(PASSWORD);
  await change.click();
  await expect(page.getByText('Your password is changed.')).toBeVisible();
  await expect(page.getByLabel('Current password')).toHaveValue('');
  await expect(page.getByText('This session')).toBeVisible();
}

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

/** Logs out, and signs in again with the password; the second factor is then asked for. */
async function signInWithPassword(page: Page, { email }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
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
async function keepCodes(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  const codes = await readCodes(dialog);
  await expectFitsAndAccessibleInLight(page);
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
}

test('a user ends sessions, changes the password, and turns the second factor on and off; sign-in then asks for it', async ({
  page,
  context,
  addPerson,
  signInHere,
  server,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const me = await addPerson('editor');
  await signInHere(me);
  for (let sessions = 0; sessions < 3; sessions += 1) await signIn(server.url, me.email);
  await page.goto('/admin/account');
  await changePassword(page);

  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  await confirmPassword(page, 'not this one');
  await expect(dialog.getByText('The password is incorrect.')).toBeVisible();
  await confirmPassword(page, NEW_PASSWORD);
  const app = await readApp(page);
  const code = page.getByRole('textbox', { name: 'Code' });
  await code.fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('This code is incorrect.');
  await code.fill(codeFrom(app));
  await page.keyboard.press('Enter');
  await keepCodes(page);

  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await confirmPassword(page, NEW_PASSWORD);
  const [recoveryCode = ''] = await readCodes(dialog);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(dialog).toBeHidden();

  await signInWithPassword(page, me);
  await expect(code).toBeFocused();
  await code.fill('000 000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('This code is incorrect.');
  await expectFitsAndAccessibleInLight(page);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: me.name }).click();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await confirmPassword(page, NEW_PASSWORD);
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
});

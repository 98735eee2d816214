/** The current user's account: password, sessions and the second factor. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { encode } from 'uqr';
import { codeFrom } from '../support/authenticator.ts';
import { PASSWORD } from './accounts.ts';
import { expect, type Person, SESSION_CHECKED_WITHIN, test, turnOnTwoFactor } from './staff.ts';

async function readCodes(dialog: Locator): Promise<string[]> {
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  return codes.allInnerTexts();
}

/** Console message of a browser for a rejected request. */
const REFUSED = /status of 4(01|22)/;
const NEW_PASSWORD = 'twelve gold petals';

async function signIn(page: Page, { email }: Person, password = PASSWORD): Promise<void> {
  await page.goto('/admin/account');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

const expectSignedIn = (page: Page): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeVisible();

test('a new password is validated, saved, and ends all other sessions', async ({
  page,
  addPerson,
  signInHere,
  openAs,
  server,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  const me = await addPerson('editor');
  await signInHere(me);
  const elsewhere = await (await openAs(me)).newPage();
  await elsewhere.goto('/admin/account');
  await expectSignedIn(elsewhere);

  await page.goto('/admin/account');
  await expect(page.getByRole('button', { name: /^End session/ })).toBeVisible();

  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password is required.').first()).toBeVisible();
  await expect(page.getByLabel('Current password')).toBeFocused();
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
  await expect(page.getByRole('button', { name: /^End session/ })).toHaveCount(0);

  await server.moveTime(SESSION_CHECKED_WITHIN);
  await expect(elsewhere.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible();
  await elsewhere.getByRole('dialog').getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await elsewhere.keyboard.press('Enter');
  await expect(elsewhere.getByRole('dialog')).toBeHidden();
});

test('lists own sessions and ends them', async ({ page, addPerson, signInHere, openAs }) => {
  const me = await addPerson('editor');
  await signInHere(me);
  const others = [await openAs(me), await openAs(me), await openAs(me)];
  await page.goto('/admin/account');
  const ends = page.getByRole('button', { name: /^End session/ });
  await expect(ends).toHaveCount(3);
  await ends.first().click();
  await expect(page.getByText('The session is ended.')).toBeVisible();
  await expect(ends).toHaveCount(2);
  await page.getByRole('button', { name: 'End all others' }).click();
  await expect(ends).toHaveCount(0);
  await expect(page.getByText('This session')).toBeVisible();
  for (const other of others) {
    expect(await (await other.request.get('/api/auth/get-session')).json()).toBeNull();
  }
});

test('the second factor is turned on with an app, and shows recovery codes to copy or download', async ({
  page,
  context,
  addPerson,
  signInHere,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInHere(await addPerson('editor'));
  await page.goto('/admin/account');
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill('not this one');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The password is incorrect.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');

  const picture = dialog.getByRole('img', { name: 'QR code for your authenticator app' });
  await expect(picture).toBeVisible();
  await dialog.getByText('No camera? Type the key instead').click();
  const app = (await dialog.getByRole('link', { name: 'open it' }).getAttribute('href')) ?? '';
  expect(await countSquares(picture)).toBe(encode(app, { ecc: 'M' }).data.flat().filter(Boolean).length);
  await dialog.getByRole('button', { name: 'Copy key' }).click();
  const secret = new URL(app).searchParams.get('secret');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  expect((await dialog.locator('code').innerText()).replaceAll(' ', '')).toBe(secret);

  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('This code is incorrect.');
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeFrom(app));
  await page.keyboard.press('Enter');

  const codes = await readCodes(dialog);
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
  await expect(page.getByRole('button', { name: 'New recovery codes' })).toBeVisible();
});

test('sign-in with a second factor accepts a code of the app or a recovery code', async ({
  page,
  context,
  addPerson,
  openAs,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  const me = await addPerson('editor');
  const { totpURI, backupCodes } = await turnOnTwoFactor((await openAs(me)).request);
  const dialog = page.getByRole('dialog');

  await context.clearCookies();
  await signIn(page, me);
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Code' }).fill('000 000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('This code is incorrect.');
  await page.getByRole('textbox', { name: 'Code' }).fill(codeFrom(totpURI, 1));
  await page.keyboard.press('Enter');
  await expectSignedIn(page);

  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  const fresh = await readCodes(dialog);
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(dialog).toBeHidden();

  await context.clearCookies();
  await signIn(page, me);
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
  await page.getByLabel('Recovery code').fill(backupCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('This code is incorrect.');
  await page.getByLabel('Recovery code').fill(fresh[0] ?? '');
  await page.keyboard.press('Enter');
  await expectSignedIn(page);

  await page.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Turn on' })).toBeVisible();
});

/** The only path of the picture outlines each dark square once. */
async function countSquares(picture: Locator): Promise<number> {
  const drawing = (await picture.locator('path').getAttribute('d')) ?? '';
  return drawing.split('M').length - 1;
}

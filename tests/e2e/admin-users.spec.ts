/** Accounts: adding, inviting, changing, ending sessions, and what Admins may do to their own. */
import type { APIRequestContext, Page } from '@playwright/test';
import { PASSWORD, signIn } from './accounts.ts';
import { chooseFor, expect, type Person, test, turnOnTwoFactor } from './staff.ts';

/** Console message of a browser for a rejected request. */
const REFUSED = /status of 4(01|03|09|12|22)/;
const CREATED = 'User created successfully! They will receive a confirmation email.';

const rowOf = (page: Page, { email }: Pick<Person, 'email'>) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: email });

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Add user' }).click();
  return page.getByRole('dialog', { name: 'Add user' });
}

/** As soon as a question is on the page, while the focus is still in the dialog below it. */
const pressEscapeBeforeFocus = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[role=alertdialog]')) return;
      observer.disconnect();
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });

/** Finds, deletes, edits and disables users. */
async function changeUsers(page: Page, api: APIRequestContext, away: Person, editor: Person): Promise<void> {
  await api.patch(`/api/admin/users/${away.id}`, { data: { disabled: true } });
  await expect(rowOf(page, away)).toContainText('Disabled');
  await page.getByLabel('State').selectOption('Disabled');
  await expect(rowOf(page, editor)).toBeHidden();
  await expect(rowOf(page, away)).toBeVisible();
  await page.getByLabel('Role').selectOption('Editor');
  await expect(page.getByRole('heading', { name: 'No users found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await chooseFor(page, away, 'Delete');
  const deletion = page.waitForRequest((request) => request.method() === 'DELETE');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  // An account that was changed meanwhile would stay.
  expect(await (await deletion).headerValue('If-Match')).not.toBeNull();
  await expect(rowOf(page, away)).toBeHidden();
  await page.getByLabel('Search').fill(editor.name.toUpperCase());
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await expect(rowOf(page, editor)).toContainText('Editor');

  await page.getByRole('button', { name: `Edit ${editor.name}`, exact: true }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Edit ${editor.name}` });
  await dialog.getByRole('radio', { name: 'Editor' }).focus();
  await page.keyboard.press('ArrowDown');
  await dialog.getByLabel('Name').fill(`${editor.name} of mine`);
  // Another Admin changes the name meanwhile: nothing is overwritten until it is saved once more.
  await api.patch(`/api/admin/users/${editor.id}`, { data: { name: `${editor.name} of theirs` } });
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Save again to replace their version with yours.');
  await expect(dialog.getByRole('definition')).toHaveText([`${editor.name} of theirs`]);
  await dialog.getByLabel('Name').fill(editor.name);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, editor)).toContainText('Admin');
  await expect(rowOf(page, editor)).not.toContainText('theirs');

  await page.getByRole('button', { name: `More for ${editor.name}`, exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Sessions…' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const disabling = page.getByRole('alertdialog', { name: `Disable ${editor.name}?` });
  await disabling.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(page.getByText(`${editor.name} can no longer sign in.`)).toBeVisible();
  await expect(rowOf(page, editor)).toContainText('Disabled');
  await chooseFor(page, editor, 'Enable');
  await expect(rowOf(page, editor)).not.toContainText('Disabled');
}

/** Ends sessions one by one and all at once, and resets the second factor. */
async function endSessions(page: Page, person: Person): Promise<void> {
  await expect(rowOf(page, person)).toContainText('Two-factor');
  await chooseFor(page, person, 'Sessions');
  const sessions = page.getByRole('dialog', { name: `Sessions of ${person.name}` });
  const ends = sessions.getByRole('button', { name: /^End session/ });
  await ends.first().click();
  await expect(ends).toHaveCount(2);
  await sessions.getByRole('button', { name: 'End all sessions' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End all sessions' }).click();
  await expect(sessions.getByText(`${person.name} is not signed in anywhere.`)).toBeVisible();
  await page.keyboard.press('Escape');

  await chooseFor(page, person, 'Reset two-factor');
  await page.getByRole('button', { name: 'Reset two-factor', exact: true }).click();
  await expect(page.getByText(`${person.name} signs in with the password alone.`)).toBeVisible();
}

async function demote(page: Page, me: Person): Promise<void> {
  await page.getByRole('button', { name: `Edit ${me.name}`, exact: true }).click();
  await page.getByRole('radio', { name: 'Editor' }).check();
  await pressEscapeBeforeFocus(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  const question = page.getByRole('alertdialog', { name: 'Give up your own rights?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByRole('dialog', { name: `Edit ${me.name}` })).toBeVisible();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await question.getByRole('button', { name: 'Become an Editor' }).click();
  await expect(page.getByRole('heading', { name: 'This screen is for Admins' })).toBeVisible();
}

async function disableOwnAccount(
  page: Page,
  signInHere: (person: Person) => Promise<void>,
  me: Person,
): Promise<void> {
  await signInHere(me);
  await page.goto('/admin/users');
  await chooseFor(page, me, 'Disable');
  const question = page.getByRole('alertdialog', { name: 'Disable your own account?' });
  await question.getByRole('button', { name: 'Disable my account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
}

test('users are found, changed with the keyboard, deleted, added and invited; demoting and disabling the own account asks for confirmation', async ({
  page,
  context,
  api,
  server,
  linkTo,
  addPerson,
  signInHere,
  openAs,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  const [me, known, away] = [await addPerson('admin'), await addPerson('editor'), await addPerson('admin')];
  await signInHere(me);
  const { request } = await openAs(known);
  for (let sessions = 0; sessions < 2; sessions += 1) await signIn(server.url, known.email);
  await turnOnTwoFactor(request);
  await page.goto('/admin/users');
  await expect(rowOf(page, me)).toContainText('(you)');
  await endSessions(page, known);
  expect(await (await request.get('/api/auth/get-session')).json()).toBeNull();
  await changeUsers(page, api, away, known);
  await page.getByLabel('Search').fill('');

  const email = `with-password-${known.email}`;
  const dialog = await openDialog(page);
  await dialog.getByLabel('E-mail').fill(known.email);
  await dialog.getByLabel('Password (optional)').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(
    'Error creating user: There is already an account with this e-mail address.',
  );
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByRole('radio', { name: 'Admin' }).check();
  await page.keyboard.press('Enter');
  await expect(page.getByText(CREATED)).toBeVisible();
  await expect(rowOf(page, { email })).toContainText('Admin');
  await signIn(server.url, email);

  const guest = { email: `invited-${known.email}`, name: `Guest of ${known.email}` };
  await openDialog(page);
  await dialog.getByLabel('E-mail').fill(guest.email);
  await dialog.getByLabel('Name (optional)').fill(guest.name);
  await page.keyboard.press('Enter');
  await expect(rowOf(page, guest)).toContainText('Invited');
  const first = await linkTo(guest.email, '/admin/welcome?token=');
  await chooseFor(page, guest, 'Invite again');
  await expect(page.getByText(`A new invitation is on its way to ${guest.email}.`)).toBeVisible();
  await expect.poll(() => linkTo(guest.email, '/admin/welcome?token=')).not.toBe(first);

  await demote(page, me);
  await disableOwnAccount(page, signInHere, await addPerson('admin'));
  await context.clearCookies();
  await page.goto(await linkTo(guest.email, '/admin/welcome?token='));
  await expect(page.getByRole('heading', { name: 'Welcome to Swarna Chakra' })).toBeVisible();
  await page.getByLabel('New password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await signIn(server.url, guest.email);
});

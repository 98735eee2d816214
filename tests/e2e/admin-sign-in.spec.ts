/** Signing in, the first account, and forgotten passwords. */
import { ACCOUNTS, PASSWORD, SIGNED_OUT } from './accounts.ts';
import { expect, test } from './staff.ts';

const LOGIN_FAILURE =
  'Invalid email or password. If this is your first time, click "Create Admin Account" below.';
/** Console message of a browser for a rejected request. */
const REFUSED = /status of 4(01|03|22)/;

test.use({ storageState: SIGNED_OUT });

test('every admin URL redirects to sign-in and back', async ({ page }) => {
  await page.goto('/admin/activity');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page).toHaveTitle('Sign in · Swarna Chakra');
  await page.getByLabel('E-mail').fill(ACCOUNTS.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  await expect(page).toHaveURL('/admin/activity');
});

test('the sign-in URL navigates to the dashboard, also with an existing session', async ({ page }) => {
  await page.goto('/admin/login');
  await page.getByLabel('E-mail').fill(ACCOUNTS.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/admin');
  await page.goto('/admin/login');
  await expect(page).toHaveURL('/admin');
});

test('errors are shown at their fields, and a failed sign-in shows an error', async ({
  page,
  allowErrors,
}) => {
  allowErrors(REFUSED);
  await page.goto('/admin/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('E-mail is required.')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.getByLabel('E-mail').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password must be at least 6 characters.')).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();

  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
  await page.getByLabel('Password', { exact: true }).fill('not the one');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(LOGIN_FAILURE);
  await expect(page.getByLabel('E-mail')).toHaveValue('nobody@example.com');

  await page.getByRole('button', { name: 'Create Admin Account' }).click();
  await expect(
    page.getByText('Accounts can no longer be created here. Ask an Admin to invite you.'),
  ).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveCount(0);
});

test('an unreachable server is not reported as a wrong password', async ({ page, context, allowErrors }) => {
  allowErrors(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/admin/login');
  await page.getByLabel('E-mail').fill(ACCOUNTS.admin.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('The server is not responding. Please try again.');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/admin');
});

test('a mailed link resets a forgotten password, and unknown addresses get the same message', async ({
  page,
  addPerson,
  linkTo,
  allowErrors,
}) => {
  allowErrors(/status of 400/);
  const { email } = await addPerson('editor');
  for (const asked of ['stranger@example.com', email]) {
    await page.goto('/admin/login');
    await page.getByRole('link', { name: 'Forgotten password?' }).click();
    // Both pages have a field of that name.
    await expect(page.getByRole('heading', { name: 'Forgotten password' })).toBeVisible();
    await page.getByLabel('E-mail').fill(asked);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'on its way' })).toHaveText(
      `If there is an account for ${asked}, a link to choose a new password is on its way. It works once, within one hour.`,
    );
  }

  const link = await linkTo(email, '/admin/reset?token=');
  await page.goto(link);
  await page.getByLabel('New password').fill('a quite new one');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your password is saved' })).toBeFocused();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a quite new one');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin');

  await page.goto(link);
  await page.getByLabel('New password').fill('yet another one');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(
    'This link has been used or is too old. Please ask for a new one.',
  );
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible();
});

test('without the setup link, the first account requires the code and keeps the input', async ({
  browser,
  servers,
}) => {
  const server = await servers.start();
  const page = await browser.newPage({ baseURL: server.url });
  await page.goto('/admin/news');
  await expect(page.getByText('There is no account yet. Create the first one below.')).toBeVisible();
  await page.getByRole('button', { name: 'Create Admin Account' }).click();
  await expect(page.getByRole('heading', { name: 'Create Admin Account' })).toBeVisible();
  await expect(page.getByText('The server prints it in its log when it starts')).toBeVisible();

  await page.getByLabel('E-mail').fill('first@example.com');
  await page.getByLabel('Password', { exact: true }).fill('password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Setup code is required.')).toBeVisible();
  await expect(page.getByLabel('Setup code')).toBeFocused();
  await page.keyboard.type('AAAA-AAAA');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('This password is one of the first that strangers try. Please choose another.'),
  ).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();

  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Setup code')).toHaveAccessibleDescription(/missing or wrong/);
  await expect(page.getByLabel('Setup code')).toBeFocused();
  await expect(page.getByLabel('E-mail')).toHaveValue('first@example.com');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(PASSWORD);

  await page.getByLabel('Setup code').fill(readSetupCode(server.printed).toLowerCase());
  await page.context().setOffline(true);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Failed to create admin account');
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Create Admin Account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
  await page.close();
  await server.stop();
});

test('the setup link opens the form with its code, and sign-in once an account exists', async ({
  browser,
  servers,
}) => {
  const server = await servers.start();
  const link = readSetupLink(server.printed);
  const code = readSetupCode(server.printed);
  const page = await browser.newPage({ baseURL: server.url });
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Create Admin Account' })).toBeVisible();
  await expect(page.getByLabel('Setup code')).toHaveValue(code);
  await expect(page.getByLabel('Setup code')).toBeEditable();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await expect(page).toHaveURL('/admin/login');

  const other = await browser.newPage({ baseURL: server.url });
  await other.goto(link);
  await expect(other.getByLabel('Setup code')).toHaveValue(code);

  await page.getByLabel('E-mail').fill('first@example.com');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.goto(link);
  await expect(page).toHaveURL('/admin');

  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(other).toHaveURL('/admin/login');
  await other.getByRole('button', { name: 'Create Admin Account' }).click();
  await expect(other.getByText('Accounts can no longer be created here.')).toBeVisible();
  await other.goto(`${server.url}/admin`);
  await expect(other.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await Promise.all([page.close(), other.close()]);
  await server.stop();
});

test('the setup link works repeatedly on an open page and keeps the input', async ({ browser, servers }) => {
  const server = await servers.start();
  const code = readSetupCode(server.printed);
  const page = await browser.newPage({ baseURL: server.url });
  const openLink = () =>
    page.evaluate((setup) => {
      location.hash = `setup=${setup}`;
    }, code);
  await page.goto('/admin/login');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await openLink();
  await expect(page.getByLabel('Setup code')).toHaveValue(code);
  await expect(page).toHaveURL('/admin/login');

  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await openLink();
  await expect(page.getByLabel('Setup code')).toHaveValue(code);

  await page.goto('/admin/login');
  await page.getByRole('button', { name: 'Create Admin Account' }).click();
  await page.getByLabel('E-mail').fill('first@example.com');
  await openLink();
  await expect(page.getByLabel('Setup code')).toHaveValue(code);
  await expect(page.getByLabel('E-mail')).toHaveValue('first@example.com');
  await page.close();
  await server.stop();
});

test('a site with closed sign-up shows a notice', async ({ browser, servers }) => {
  const closed = await servers.start({ SIGNUP: 'closed' });
  expect(readSetupLink(closed.printed)).toBe('');
  const page = await browser.newPage({ baseURL: closed.url });
  await page.goto('/admin');
  await expect(page.getByText('There is no account yet.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create Admin Account' }).click();
  await expect(
    page.getByText('Accounts cannot be created here. An operator can create the first one at the server.'),
  ).toBeVisible();
  await page.close();
  await closed.stop();
});

const readSetupLink = (output: string): string => output.match(/http\S+#setup=[A-Z0-9-]+/)?.[0] ?? '';
const readSetupCode = (output: string): string => readSetupLink(output).split('#setup=')[1] ?? '';

/** Signing in, the first account, and forgotten passwords, on a phone. */
import { ACCOUNTS, PASSWORD, SIGNED_OUT, sendSignIn } from './accounts.ts';
import { PHONE } from './fixtures.ts';
import { expectFitsAndAccessible } from './page-checks.ts';
import { expect, test } from './staff.ts';

const LOGIN_FAILURE =
  'Invalid email or password. If this is your first time, click "Create Admin Account" below.';
/** Console message of a browser for a rejected request. */
const REFUSED = /status of 4(00|01|03|22)/;
const UNREACHABLE = /ERR_INTERNET_DISCONNECTED/;

test.use({ ...PHONE, storageState: SIGNED_OUT });
test.beforeEach(({ allowErrors }) => allowErrors(REFUSED));

test('an admin URL asks for sign-in, shows each error, and opens after sign-in; a mailed link resets a forgotten password once', async ({
  page,
  context,
  api,
  addPerson,
  linkTo,
  server,
  allowErrors,
}) => {
  allowErrors(UNREACHABLE);
  await page.goto('/admin/activity');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(page).toHaveTitle('Sign in · Swarna Chakra');
  await page.getByRole('button', { name: 'Create Admin Account' }).click();
  await expect(
    page.getByText('Accounts can no longer be created here. Ask an Admin to invite you.'),
  ).toBeVisible();
  await expect(page.getByLabel('E-mail')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign in' }).click();

  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('E-mail is required.')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.getByLabel('E-mail').fill('nobody@example.com');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('short');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password must be at least 6 characters.')).toBeVisible();
  await expect(password).toBeFocused();
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await password.fill('not the one');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(LOGIN_FAILURE);
  await expectFitsAndAccessible(page);
  await expect(page.getByLabel('E-mail')).toHaveValue('nobody@example.com');

  await page.getByLabel('E-mail').fill(ACCOUNTS.admin.email);
  await password.fill(PASSWORD);
  await context.setOffline(true);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('The server is not responding. Please try again.');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
  await expect(page).toHaveURL('/admin/activity');
  await context.clearCookies();
  const { email } = await addPerson('editor');
  const asked = await api.post('/api/auth/request-password-reset', { data: { email } });
  expect(asked.status()).toBe(200);
  const first = await linkTo(email, '/admin/reset?token=');
  await page.goto(first);
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expectFitsAndAccessible(page);
  await page.getByLabel('New password').fill('a quite new one');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your password is saved' })).toBeFocused();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goBack();
  await page.getByLabel('New password').fill('yet another one');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(
    'This link has been used or is too old. Please ask for a new one.',
  );
  await page.getByRole('link', { name: 'Ask for a new link' }).click();
  await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible();
  await page.getByLabel('E-mail').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'on its way' })).toHaveText(
    `If there is an account for ${email}, a link to choose a new password is on its way. It works once, within one hour.`,
  );
  await expect.poll(() => linkTo(email, '/admin/reset?token=')).not.toBe(first);

  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await sendSignIn(context.request, server.url, email, 'a quite new one');
});

test('the first account needs the setup code, which the setup link fills in, unless sign-up is closed', async ({
  page,
  context,
  servers,
}) => {
  const server = await servers.start();
  const link = readSetupLink(server.printed);
  const code = readSetupCode(server.printed);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Create Admin Account' })).toBeVisible();
  const setup = page.getByLabel('Setup code');
  const password = page.getByLabel('Password', { exact: true });
  await expect(setup).toHaveValue(code);
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await expect(page).toHaveURL(`${server.url}/admin/login`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Create Admin Account' })).toBeVisible();
  await page.goto(`${server.url}/admin/news`);
  await expect(page.getByText('There is no account yet. Create the first one below.')).toBeVisible();
  await page.getByRole('button', { name: 'Create Admin Account' }).click();
  await expect(page.getByRole('heading', { name: 'Create Admin Account' })).toBeVisible();
  await expect(page.getByText('The server prints it in its log when it starts')).toBeVisible();
  await expectFitsAndAccessible(page);
  await page.getByLabel('E-mail').fill('first@example.com');
  await password.fill('password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Setup code is required.')).toBeVisible();
  await expect(setup).toBeFocused();
  await page.keyboard.type('AAAA-AAAA');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('This password is one of the first that strangers try. Please choose another.'),
  ).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(setup).toHaveAccessibleDescription(/missing or wrong/);
  await expect(setup).toBeFocused();

  // The link is opened on the open page, where it only changes the fragment.
  await page.goto(`${server.url}/admin/news${new URL(link).hash}`);
  await expect(setup).toHaveValue(code);
  await expect(setup).toBeEditable();
  await expect(page).toHaveURL(`${server.url}/admin/news`);
  await expect(page.getByLabel('E-mail')).toHaveValue('first@example.com');
  await expect(password).toHaveValue(PASSWORD);

  await setup.fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Create Admin Account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
  await page.goto(link);
  await expect(page).toHaveURL(`${server.url}/admin`);

  await context.clearCookies();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expect(setup).toHaveCount(0);
  const closed = await servers.start({ SIGNUP: 'closed' });
  expect(readSetupLink(closed.printed)).toBe('');
  await page.goto(`${closed.url}/admin`);
  await expect(page.getByText('There is no account yet.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create Admin Account' }).click();
  await expect(
    page.getByText('Accounts cannot be created here. An operator can create the first one at the server.'),
  ).toBeVisible();
  await page.close();
  await closed.stop();
  await server.stop();
});

const readSetupLink = (output: string): string => output.match(/http\S+#setup=[A-Z0-9-]+/)?.[0] ?? '';
const readSetupCode = (output: string): string => readSetupLink(output).split('#setup=')[1] ?? '';

/** The contact form: errors at their fields, server errors, and kept input. */
import type { Page } from '@playwright/test';
import { enPages } from '../../src/web/i18n/en-pages.ts';
import { mlPages } from '../../src/web/i18n/ml-pages.ts';
import { expect, test } from './fixtures.ts';
import { pauseNow } from './paused-time.ts';

const { contactPage: en } = enPages;
const { contactPage: ml } = mlPages;

const MESSAGE = {
  name: 'Anjali Menon',
  phone: '+91 98470 12345',
  email: 'anjali@example.org',
  message: 'The result of 12:00 PM looks right.\nThank you.',
};

const field = (page: Page, name: keyof typeof MESSAGE) => page.locator(`#${name}`);
const send = (page: Page) => page.getByRole('button', { name: en.send });

async function fillIn(page: Page, changes: Partial<typeof MESSAGE> = {}): Promise<void> {
  const values = { ...MESSAGE, ...changes };
  for (const name of ['name', 'phone', 'email', 'message'] as const)
    await field(page, name).fill(values[name]);
}

/** Waits for the scripts: before they run, the browser would submit the form itself. */
async function openForm(page: Page, address = '/contact'): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => document.querySelector<HTMLFormElement>('form[method=post]')?.noValidate);
}

/** Mocks the response to the form, for errors that a healthy server does not return. */
const respondWith = (page: Page, status: number, code: string) =>
  page.route('**/api/contact', (route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ type: 'about:blank', title: 'x', status, code, detail: 'x' }),
    }),
  );

test('an empty form shows an error at every field and focuses the first', async ({ page }) => {
  await openForm(page);
  await send(page).click();
  for (const fault of ['name', 'phone', 'email', 'message', 'consent'] as const) {
    await expect(page.getByText(en.faults[`${fault} required`])).toBeVisible();
  }
  await expect(field(page, 'name')).toBeFocused();
  await expect(field(page, 'name')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'name')).toHaveAccessibleDescription(en.faults['name required']);
  await expect(page.getByRole('alert')).toHaveText(en.checkFields);

  // An error disappears only when its field is valid.
  await field(page, 'name').fill('A');
  await expect(page.getByText(en.faults['name required'])).toHaveCount(0);
  await expect(page.getByText(en.faults['phone required'])).toBeVisible();
});

test('each invalid field shows its error', async ({ page }) => {
  await openForm(page);
  const cases = [
    { change: { name: 'x'.repeat(101) }, fault: 'name too long' },
    { change: { phone: '9'.repeat(31) }, fault: 'phone too long' },
    { change: { phone: 'call me' }, fault: 'phone invalid' },
    { change: { email: 'nobody' }, fault: 'email invalid' },
    { change: { email: `${'x'.repeat(250)}@example.org` }, fault: 'email too long' },
    { change: { message: 'x'.repeat(5_001) }, fault: 'message too long' },
    { change: { message: 'a\u0007b' }, fault: 'message unstorable' },
  ] as const;
  await page.getByRole('checkbox').check();
  for (const { change, fault } of cases) {
    await fillIn(page, change);
    await send(page).click();
    await expect(page.getByText(en.faults[fault])).toBeVisible();
    const [name] = Object.keys(change) as (keyof typeof MESSAGE)[];
    if (name) await expect(field(page, name)).toBeFocused();
  }
  await fillIn(page);
  await page.getByRole('checkbox').uncheck();
  await send(page).click();
  await expect(page.getByText(en.faults['consent required'])).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeFocused();
});

test('a double click and Enter send a single request, and the confirmation is shown for five seconds', async ({
  page,
}) => {
  await openForm(page);
  await fillIn(page);
  await page.getByRole('checkbox').check();
  await page.clock.install();
  await pauseNow(page);
  let requests = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/contact')) requests += 1;
  });
  const responded = page.waitForResponse('**/api/contact');
  await send(page).dblclick();
  await expect(page.getByRole('button', { name: en.sending })).toBeVisible();
  expect((await responded).status()).toBe(201);
  await page.keyboard.press('Enter');
  await page.clock.runFor(900);
  await expect(page.getByRole('button', { name: en.sending })).toBeVisible();
  await page.clock.runFor(200);
  const thanks = page.getByRole('status').getByText(en.sent);
  await expect(thanks).toBeVisible();
  for (const name of ['name', 'phone', 'email', 'message'] as const)
    await expect(field(page, name)).toHaveValue('');
  await page.clock.runFor(4_500);
  await expect(thanks).toBeVisible();
  await page.clock.runFor(600);
  await expect(thanks).toBeHidden();
  expect(requests).toBe(1);
});

test('a server error and a lost connection show an error and keep the input', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await openForm(page);
  await fillIn(page);
  await page.getByRole('checkbox').check();
  const refused = async (text: string) => {
    await send(page).click();
    await expect(page.getByRole('alert')).toHaveText(text);
    for (const name of ['name', 'phone', 'email', 'message'] as const) {
      await expect(field(page, name)).toHaveValue(MESSAGE[name]);
    }
    await expect(page.getByRole('checkbox')).toBeChecked();
    await page.unrouteAll();
  };
  await respondWith(page, 500, 'internal');
  await refused(en.failed);
  await page.route('**/api/contact', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }));
  await refused(en.failed);
  await context.setOffline(true);
  await refused(en.unreachable);
  await context.setOffline(false);
  await send(page).click();
  await expect(page.getByText(en.sent)).toBeVisible();
});

test('the input survives a reload and a language change, and the form works in Malayalam', async ({
  page,
}) => {
  await openForm(page);
  await fillIn(page);
  await page.reload();
  await expect(field(page, 'message')).toHaveValue(MESSAGE.message);
  await page.getByRole('link', { name: 'മലയാളം' }).click();
  await expect(page).toHaveURL(/\/ml\/contact$/);
  await expect(field(page, 'message')).toHaveValue(MESSAGE.message);
  await expect(field(page, 'name')).toHaveValue(MESSAGE.name);

  const sendMalayalam = page.getByRole('button', { name: ml.send });
  await fillIn(page, { name: '', phone: '', email: '', message: '' });
  await sendMalayalam.click();
  for (const fault of ['name', 'phone', 'email', 'message', 'consent'] as const) {
    await expect(page.getByText(ml.faults[`${fault} required`])).toBeVisible();
  }
  await fillIn(page);
  await page.getByRole('checkbox').check();
  await sendMalayalam.click();
  await expect(page.getByText(ml.sent)).toBeVisible();
});

test('the honeypot field is not visible, not announced and not reached by Tab', async ({ page }) => {
  await openForm(page);
  const trap = page.locator('input[name=website]');
  await expect(trap).not.toBeInViewport();
  await expect(page.getByRole('textbox')).toHaveCount(4);
  await field(page, 'message').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(send(page)).toBeFocused();
});

test('shows details, address, hours and the note for emergencies', async ({ page }) => {
  await page.goto('/contact');
  const details = page.getByRole('region', { name: en.details });
  await expect(details.getByRole('link', { name: 'contact@example.org' })).toBeVisible();
  await expect(details).toContainText('Thiruvananthapuram, Kerala, India');
  await expect(details.getByRole('definition')).toHaveText([
    '9:00 AM – 6:00 PM',
    '10:00 AM – 4:00 PM',
    'Closed',
  ]);
  await expect(details).toContainText(en.emergencyText);
});

test('every required field is marked', async ({ page }) => {
  for (const [address, texts] of [
    ['/contact', en],
    ['/ml/contact', ml],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(texts.required)).toBeVisible();
    const required = [texts.name, texts.phone, texts.email, texts.message, texts.consent];
    await expect(page.locator('label:has(+ [required]), label:has([required])')).toHaveText(
      required.map((label) => `${label} *`),
    );
    // The mark is not part of the name that is read out.
    await expect(page.getByRole('textbox', { name: texts.name, exact: true })).toHaveAttribute('required');
  }
});

/** The contact form: errors at their fields, server errors, and kept input. */
import type { Page } from '@playwright/test';
import { enPages } from '../../src/web/i18n/en-pages.ts';
import { mlPages } from '../../src/web/i18n/ml-pages.ts';
import { expect, test } from './fixtures.ts';
import { expectStill } from './page-checks.ts';
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
async function openForm(page: Page): Promise<void> {
  await page.goto('/contact');
  await expectStill(page);
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

async function expectRequiredMarked(page: Page, texts: typeof en): Promise<void> {
  await expect(page.getByText(texts.required)).toBeVisible();
  const required = [texts.name, texts.phone, texts.email, texts.message, texts.consent];
  await expect(page.locator('label:has(+ [required]), label:has([required])')).toHaveText(
    required.map((label) => `${label} *`),
  );
  // The mark is not part of the name that is read out.
  await expect(page.getByRole('textbox', { name: texts.name, exact: true })).toHaveAttribute('required');
}

test('hides the honeypot field, shows errors at their fields, and keeps the input in the other language; a reload, a server error and a lost connection keep it too, and a double click and Enter send it once', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/Failed to load resource|ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await openForm(page);
  const details = page.getByRole('region', { name: en.details });
  await expect(details.getByRole('link', { name: 'contact@example.org' })).toBeVisible();
  await expect(details).toContainText('Thiruvananthapuram, Kerala, India');
  await expect(details.getByRole('definition')).toHaveText([
    '9:00 AM – 6:00 PM',
    '10:00 AM – 4:00 PM',
    'Closed',
  ]);
  await expect(details).toContainText(en.emergencyText);
  await expectRequiredMarked(page, en);
  await expect(page.locator('input[name=website]')).not.toBeInViewport();
  await expect(page.getByRole('textbox')).toHaveCount(4);
  await field(page, 'message').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(send(page)).toBeFocused();

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

  await fillIn(page, { phone: 'call me' });
  await send(page).click();
  await expect(page.getByText(en.faults['phone invalid'])).toBeVisible();
  await expect(field(page, 'phone')).toBeFocused();
  await fillIn(page);
  await send(page).click();
  await expect(page.getByText(en.faults['consent required'])).toBeVisible();
  await expect(page.getByRole('checkbox')).toBeFocused();

  await page.getByRole('link', { name: 'മലയാളം' }).click();
  await expect(page).toHaveURL(/\/ml\/contact$/);
  await expect(field(page, 'message')).toHaveValue(MESSAGE.message);
  await expect(field(page, 'name')).toHaveValue(MESSAGE.name);
  await expectRequiredMarked(page, ml);
  const sendMalayalam = page.getByRole('button', { name: ml.send });
  await sendMalayalam.click();
  await expect(page.getByText(ml.faults['consent required'])).toBeVisible();
  await page.getByRole('checkbox').check();
  await sendMalayalam.click();
  await expect(page.getByText(ml.sent)).toBeVisible();

  await page.getByRole('link', { name: 'English' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await fillIn(page);
  await page.reload();
  await expect(field(page, 'message')).toHaveValue(MESSAGE.message);
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

  // What is typed while a message is sent stays.
  await fillIn(page, { message: 'First.' });
  await page.getByRole('checkbox').check();
  const second = page.waitForResponse('**/api/contact');
  await send(page).click();
  await field(page, 'message').fill('Second.');
  await second;
  await page.clock.runFor(1_100);
  await expect(thanks).toBeVisible();
  await expect(field(page, 'message')).toHaveValue('Second.');
});

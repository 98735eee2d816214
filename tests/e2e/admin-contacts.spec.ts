/** Contact messages in the panel: live list, reply by mail, search and deletion. */
import type { APIRequestContext } from '@playwright/test';
import { newClientAddress } from './fixtures.ts';
import { expect, OFFLINE, tabTo, test, toastWith } from './panel.ts';
import { AT_ONCE, listed, removeAll, rowWith, undoButton, unique } from './panel-lists.ts';

/** Sends from a new address: each address may send five messages an hour. */
async function write(api: APIRequestContext, name: string, message = 'Hello.'): Promise<void> {
  const response = await api.post('/api/contact', {
    data: { name, phone: '+91 98470 12345', email: 'visitor@example.org', message, consent: true },
    headers: { 'X-Forwarded-For': newClientAddress() },
  });
  expect(response.status(), await response.text()).toBe(201);
}

const names = async (api: APIRequestContext): Promise<string[]> =>
  (await listed(api, 'contacts')).map(({ name }) => name);

test('shows a new message, links a reply by mail, and restores a deleted message', async ({ page, api }) => {
  const name = unique('Anjali');
  await page.goto('/admin/contacts');
  await expect(page.getByText('Messages stay here until someone deletes them.')).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  await write(api, name, 'Is this right?\nThank you.');
  const row = rowWith(page, name);
  await expect(row).toBeVisible(AT_ONCE);
  await expect(row).toContainText('15 November 2026');
  await expect(row).toContainText('Is this right?');
  await expect(row.getByRole('link', { name: '+91 98470 12345' })).toHaveAttribute(
    'href',
    'tel:+919847012345',
  );
  const link = await row.getByRole('link', { name: `Reply by mail to ${name}` }).getAttribute('href');
  const reply = new URL(link ?? '');
  expect(reply.protocol).toBe('mailto:');
  expect(decodeURIComponent(reply.pathname)).toBe('visitor@example.org');
  expect(reply.searchParams.get('subject')).toBe('Your message to Swarna Chakra');
  expect(reply.searchParams.get('body')).toContain('> Is this right?\r\n> Thank you.');

  await row.getByRole('button', { name: `Delete the message of ${name}` }).click();
  await expect(row).toBeHidden();
  await expect(toastWith(page, 'Message deleted.')).toBeVisible();
  await undoButton(page).click();
  await expect(row).toBeVisible();
  expect(await names(api)).toContain(name);
});

test('a deletion is sent after the time to undo it, and other screens remove the message', async ({
  page,
  api,
  openBrowser,
}) => {
  const name = unique('Passing');
  await write(api, name);
  const other = await openBrowser('editor');
  await page.clock.install();
  await Promise.all([page, other].map((each) => each.goto('/admin/contacts')));
  await expect(rowWith(other, name)).toBeVisible();
  await page.getByRole('button', { name: `Delete the message of ${name}` }).click();
  await page.clock.runFor(5_000);
  expect(await names(api)).toContain(name);
  await page.clock.runFor(8_000);
  await expect(rowWith(other, name)).toBeHidden();
  expect(await names(api)).not.toContain(name);
});

test('a failed deletion shows the message again and can be retried', async ({
  page,
  context,
  api,
  allowErrors,
}) => {
  allowErrors(OFFLINE);
  const name = unique('Staying');
  await write(api, name);
  await page.goto('/admin/contacts');
  const remove = page.getByRole('button', { name: `Delete the message of ${name}` });
  await remove.click();
  await context.setOffline(true);
  await page.getByLabel('Dismiss').click();
  await expect(toastWith(page, 'Error deleting message. Please try again.')).toBeVisible();
  await context.setOffline(false);
  await remove.click();
  await expect(rowWith(page, name)).toBeHidden();
  await page.goto('/admin/faq');
  await expect.poll(() => names(api)).not.toContain(name);
});

test('the search finds every part of a message; an empty list shows a notice', async ({ page, api }) => {
  await removeAll(api, 'contacts');
  await page.goto('/admin/contacts');
  await expect(page.getByRole('heading', { name: 'No contact messages found' })).toBeVisible();
  await write(api, 'Meera', 'About the monsoon.');
  await write(api, 'Thomas', 'About the harvest.');
  await expect(rowWith(page, 'Thomas')).toBeVisible(AT_ONCE);
  const rows = page.getByRole('main').getByRole('listitem');
  for (const [words, found] of [
    ['meera', 'Meera'],
    ['HARVEST', 'Thomas'],
  ] as const) {
    await page.getByLabel('Search').fill(words);
    await expect(rows).toHaveCount(1);
    await expect(rowWith(page, found)).toBeVisible();
  }
  await page.getByLabel('Search').fill('nothing like that');
  await expect(page.getByRole('heading', { name: 'No contact messages found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(rows).toHaveCount(2);
});

test('loads more messages on demand, and works with the keyboard', async ({ page, api }) => {
  await removeAll(api, 'contacts');
  await Promise.all(Array.from({ length: 51 }, (_, index) => write(api, `Visitor ${index + 1}.`)));
  await page.goto('/admin/contacts');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows).toHaveCount(50);
  await page.getByRole('button', { name: 'Show more' }).focus();
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(51);
  await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden();

  await page.getByLabel('Search').fill('Visitor 7.');
  await expect(rows).toHaveCount(1);
  await tabTo(page, page.getByRole('button', { name: 'Delete the message of Visitor 7.' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('F6');
  await tabTo(page, undoButton(page));
  await page.keyboard.press('Enter');
  await expect(rows).toHaveCount(1);
});

test('a long message is shortened and expands on demand', async ({ page, api }) => {
  await removeAll(api, 'contacts');
  await write(api, 'Long', `Beginning. ${'word '.repeat(900)}End.`);
  await page.goto('/admin/contacts');
  const more = page.getByRole('button', { name: /^Show all/ });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  const height = () => rowWith(page, 'Beginning.').evaluate((row) => row.clientHeight);
  const folded = await height();
  await more.click();
  expect(await height()).toBeGreaterThan(1.5 * folded);
});

test('new messages are counted in the menu, marked as answered and filtered', async ({
  page,
  api,
  openBrowser,
}) => {
  await removeAll(api, 'contacts');
  const other = await openBrowser('editor');
  await other.goto('/admin/faq');
  await page.goto('/admin/contacts');
  const menuLink = (each: typeof page) =>
    each.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: /^Contacts/ });
  await expect(menuLink(other)).toHaveAccessibleName('Contacts');
  await write(api, 'Anu');
  await write(api, 'Binu');
  await expect(menuLink(other)).toHaveAccessibleName('Contacts 2 new', AT_ONCE);

  const rows = page.getByRole('main').getByRole('listitem');
  await page.getByLabel('Show', { exact: true }).selectOption('New');
  await expect(rows).toHaveCount(2);
  await expect(rowWith(page, 'Anu')).toContainText('New');
  await page.getByRole('button', { name: 'Mark as answered the message of Anu' }).click();
  await expect(toastWith(page, 'Marked as answered.')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(menuLink(other)).toHaveAccessibleName('Contacts 1 new', AT_ONCE);

  await page.getByLabel('Show', { exact: true }).selectOption('Answered');
  await expect(rows).toHaveCount(1);
  await expect(rowWith(page, 'Anu')).toContainText('answered 15 November 2026');
  await page.reload();
  await expect(page.getByLabel('Show', { exact: true })).toHaveValue('answered');
  await page.getByRole('button', { name: 'Mark as new the message of Anu' }).click();
  await expect(page.getByText('No message is answered.')).toBeVisible();
  await expect(menuLink(other)).toHaveAccessibleName('Contacts 2 new', AT_ONCE);

  await page.goto('/admin/activity?type=contact');
  const log = page.getByRole('main');
  await expect(log).toContainText('Marked message as answered');
  await expect(log).not.toContainText('Anu');
});

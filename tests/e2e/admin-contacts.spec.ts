/** Contact messages in the panel: live list, reply by mail, search and deletion. */
import type { APIRequestContext } from '@playwright/test';
import { newClientAddress } from './fixtures.ts';
import { expect, test, toastWith } from './panel.ts';
import { AT_ONCE, listed, removeAll, rowWith, undoButton } from './panel-lists.ts';

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

test('messages appear at once, are counted, answered, filtered and searched; deleted, and a deletion can be undone', async ({
  page,
  api,
  allowErrors,
}) => {
  await removeAll(api, 'contacts');
  await page.goto('/admin/contacts');
  await expect(page.getByText('Messages stay here until someone deletes them.')).toBeVisible();
  await write(api, 'Anjali', 'Is this right?\nThank you.');
  const row = rowWith(page, 'Anjali');
  await expect(row).toBeVisible(AT_ONCE);
  await expect(row).toContainText('15 November 2026');
  await expect(row).toContainText('Is this right?');
  await expect(row.getByRole('link', { name: '+91 98470 12345' })).toHaveAttribute(
    'href',
    'tel:+919847012345',
  );
  const link = await row.getByRole('link', { name: 'Reply by mail to Anjali' }).getAttribute('href');
  const reply = new URL(link ?? '');
  expect(reply.protocol).toBe('mailto:');
  expect(decodeURIComponent(reply.pathname)).toBe('visitor@example.org');
  expect(reply.searchParams.get('subject')).toBe('Your message to Swarna Chakra');
  expect(reply.searchParams.get('body')).toContain('> Is this right?\r\n> Thank you.');

  await removeAll(api, 'contacts');
  await expect(row).toBeHidden();
  await write(api, 'Long', `Beginning. ${'word '.repeat(900)}End.`);
  const more = page.getByRole('button', { name: /^Show all/ });
  await expect(more).toHaveAttribute('aria-expanded', 'false');
  const height = () => rowWith(page, 'Beginning.').evaluate((element) => element.clientHeight);
  const folded = await height();
  await more.click();
  expect(await height()).toBeGreaterThan(1.5 * folded);
  await removeAll(api, 'contacts');
  const menuLink = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: /^Contacts/ });
  await expect(menuLink).toHaveAccessibleName('Contacts');
  await write(api, 'Anu');
  await write(api, 'Binu', 'About the harvest.');
  await expect(menuLink).toHaveAccessibleName('Contacts 2 new', AT_ONCE);

  const rows = page.getByRole('main').getByRole('listitem');
  const show = page.getByLabel('Show', { exact: true });
  await show.selectOption('New');
  await expect(rows).toHaveCount(2);
  await expect(rowWith(page, 'Anu')).toContainText('New');
  await page.getByRole('button', { name: 'Mark as answered the message of Anu' }).click();
  await expect(toastWith(page, 'Marked as answered.')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(menuLink).toHaveAccessibleName('Contacts 1 new', AT_ONCE);
  await show.selectOption('Answered');
  await expect(rows).toHaveCount(1);
  await expect(rowWith(page, 'Anu')).toContainText('answered 15 November 2026');
  await expect(page).toHaveURL('/admin/contacts?state=answered');
  await page.getByRole('button', { name: 'Mark as new the message of Anu' }).click();
  await expect(page.getByText('No message is answered.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(rows).toHaveCount(2);

  await page.getByLabel('Search').fill('HARVEST');
  await expect(rows).toHaveCount(1);
  await expect(rowWith(page, 'Binu')).toBeVisible();
  await page.getByRole('button', { name: 'Delete the message of Binu' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('heading', { name: 'No contact messages found' })).toBeVisible();
  await undoButton(page).click();
  await expect(rows).toHaveCount(1);
  expect(await names(api)).toContain('Binu');
  await page.getByRole('button', { name: 'Delete the message of Binu' }).click();
  const dismiss = page.getByLabel('Dismiss');
  await expect(dismiss).toHaveCount(2);
  await dismiss.last().click();
  await dismiss.first().click();
  await expect.poll(() => names(api)).toEqual(['Anu']);

  allowErrors(/status of 422/);
  await page.goto('/admin/contacts?state=unknown');
  await expect(page.getByRole('alert')).toContainText('State must be new or answered.');

  const { items } = await (await api.get('/api/admin/activity?type=contact')).json();
  expect(JSON.stringify(items)).toContain('Marked message as answered');
  expect(JSON.stringify(items)).not.toContain('Anu');
});

/** News in the panel: adding, searching, editing and deleting. */
import type { APIRequestContext, Page } from '@playwright/test';
import { expect, tabTo, test, toastWith } from './panel.ts';
import { AT_ONCE, create, listed, removeAll, rowWith, statusOf, undoButton, unique } from './panel-lists.ts';

const article = (title: string) => ({ title, author: 'Results Desk', body: `All about ${title}.` });

const pathOf = ({ id }: { id: string }) => `/api/admin/news/${id}`;

/** Finds articles, and shows changes by others at once. */
async function findArticles(page: Page, api: APIRequestContext): Promise<void> {
  const searches = new Set<string>();
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === '/api/admin/news') searches.add(searchParams.get('q') ?? '');
  });
  await page.goto('/admin/news?q=%20about%20monsoon');
  await expect(page.getByRole('heading', { name: 'No news found' })).toBeVisible();
  await expect(page.getByLabel('Search')).toHaveValue(' about monsoon');
  const [monsoon, other] = [unique('Monsoon'), unique('Harvest')];
  const row = await create(api, 'news', article(monsoon));
  await create(api, 'news', article(other));
  await expect(rowWith(page, monsoon)).toBeVisible(AT_ONCE);
  await expect(rowWith(page, other)).toBeHidden();
  await page.getByLabel('Search').fill('nobody wrote this');
  await expect(page.getByRole('heading', { name: 'No news found' })).toBeVisible();
  await expect(page).toHaveURL('/admin/news?q=nobody+wrote+this');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(rowWith(page, other)).toBeVisible();
  await expect(page.getByLabel('Search')).toHaveValue('');
  // What was in the address is searched for as it is, and once.
  expect([...searches]).toEqual([' about monsoon', 'nobody wrote this', '']);

  await expect(rowWith(page, monsoon)).toContainText('Results Desk · 15 November 2026');
  await api.delete(pathOf(row));
  await expect(rowWith(page, monsoon)).toBeHidden(AT_ONCE);
}

/** Fills in and leaves a form, and adds, deletes and restores an article. */
async function useKeyboard(page: Page, api: APIRequestContext): Promise<void> {
  const [kept, typed] = [unique('Kept'), unique('Typed')];
  await create(api, 'news', article(kept));
  const { keyboard } = page;
  const add = page.getByRole('button', { name: 'Add article' });
  const dialog = page.getByRole('dialog', { name: 'Add article' });
  await add.press('Enter');
  await expect(page.getByLabel('Title')).toBeFocused();
  await keyboard.type(typed);
  await keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue(typed);
  await dialog.getByRole('button', { name: 'Bold' }).press('Enter');
  await expect(page.getByLabel('Content')).toBeFocused();
  await keyboard.type('Without a mouse.');
  await dialog.getByRole('button', { name: 'Publish' }).press('Enter');
  await expect(rowWith(page, typed)).toContainText('Without a mouse.');
  await expect(add).toBeFocused();
  await page.getByRole('button', { name: `Delete ${typed}` }).press('Enter');
  await expect(rowWith(page, typed)).toBeHidden();
  await expect(toastWith(page, 'Article deleted.')).toBeVisible();
  await expect(rowWith(page, kept)).toBeFocused();
  await keyboard.press('F6');
  await tabTo(page, undoButton(page));
  await keyboard.press('Enter');
  await expect(rowWith(page, typed)).toBeVisible();
  await expect(undoButton(page)).toBeHidden();
  expect((await listed(api, 'news')).map((row) => row.title)).toContain(typed);
}

/** Writes a draft in Markdown with a preview, schedules it, and filters. */
async function writeDraft(page: Page, api: APIRequestContext): Promise<void> {
  const title = unique('Formatted');
  await page.getByRole('button', { name: 'Add article' }).click();
  const adding = page.getByRole('dialog', { name: 'Add article' });
  await expect(adding.getByLabel('Author')).toHaveValue('Results Desk');
  await adding.getByLabel('Title').fill(title);
  const content = adding.getByLabel('Content');
  await content.fill('closed today\n<img src=x onerror=alert(1)>\n');
  await content.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(0, 6));
  await content.press('Control+b');
  await content.press('Control+End');
  await adding.getByRole('button', { name: 'Link' }).click();
  await page.keyboard.insertText('https://kerala.example/x');
  await expect(content).toHaveValue(
    '**closed** today\n<img src=x onerror=alert(1)>\n[link text](https://kerala.example/x)',
  );
  await adding.getByRole('button', { name: 'Preview' }).click();
  const preview = adding.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('strong')).toHaveText('closed');
  await expect(preview.getByRole('link', { name: 'link text' })).toHaveAttribute(
    'href',
    'https://kerala.example/x',
  );
  await expect(preview).toContainText('<img src=x onerror=alert(1)>');
  await adding.getByLabel('Language').selectOption('Malayalam');
  await adding.getByLabel('Status').selectOption('Draft');
  await adding.getByRole('button', { name: 'Save draft' }).click();
  await expect(toastWith(page, 'Draft saved.')).toBeVisible();

  const row = rowWith(page, title);
  await expect(row).toContainText('Draft');
  await expect(row).toContainText('Malayalam');
  await expect(row.getByRole('link', { name: /^View/ })).toHaveCount(0);
  const { id } = (await listed(api, 'news')).find((each) => each.title === title) ?? { id: '' };
  expect(await statusOf(api, `/news/${id}`)).toBe(404);

  await row.getByRole('button', { name: `Edit ${title}` }).click();
  const editing = page.getByRole('dialog', { name: 'Edit article' });
  await expect(editing.getByLabel('Language')).toHaveValue('ml');
  await editing.getByLabel('Status').selectOption('Scheduled');
  await editing.getByLabel('Published at (IST)').fill('2026-12-24T09:00');
  await editing.getByRole('button', { name: 'Schedule' }).click();
  await expect(toastWith(page, 'Article scheduled.')).toBeVisible();
  await page.getByLabel('Status').selectOption('Scheduled');
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await expect(row).toContainText('goes public 24 December 2026, 09:00 AM');
  expect(await (await api.get(pathOf({ id }))).json()).toMatchObject({
    status: 'scheduled',
    publishAt: '2026-12-24T03:30:00.000Z',
  });
  expect(await statusOf(api, `/news/${id}`)).toBe(404);
}

test('articles are found, added with the keyboard, deleted and restored; a draft is previewed and scheduled', async ({
  page,
  api,
}) => {
  await removeAll(api, 'news');
  await findArticles(page, api);
  await useKeyboard(page, api);
  await writeDraft(page, api);
});

/** Shared by browser tests of the panel's lists: rows created through the API, and common actions. */
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { ContactMessage } from '../../src/contract/contact.ts';
import type { AdminFaq } from '../../src/contract/faqs.ts';
import type { AdminNewsArticle } from '../../src/contract/news.ts';

/** Changes appear for other users within a second; a busy machine may take five. */
export const AT_ONCE = { timeout: 5_000 };

let count = 0;

/** Text that no other row contains. */
export function unique(words: string): string {
  count += 1;
  return `${words} ${process.pid}-${count}`;
}

interface Rows {
  news: AdminNewsArticle;
  faqs: AdminFaq;
  contacts: ContactMessage;
}

export async function create<Name extends 'news' | 'faqs'>(
  api: APIRequestContext,
  collection: Name,
  data: object,
): Promise<Rows[Name]> {
  const response = await api.post(`/api/admin/${collection}`, { data });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

export async function listed<Name extends keyof Rows>(
  api: APIRequestContext,
  collection: Name,
): Promise<Rows[Name][]> {
  const response = await api.get(`/api/admin/${collection}?limit=500`);
  expect(response.status()).toBe(200);
  return (await response.json()).items;
}

export async function removeAll(api: APIRequestContext, collection: keyof Rows): Promise<void> {
  for (const { id } of await listed(api, collection)) {
    expect((await api.delete(`/api/admin/${collection}/${id}`)).status()).toBe(204);
  }
}

export const statusOf = async (api: APIRequestContext, path: string): Promise<number> =>
  (await api.get(path)).status();

export const rowWith = (page: Page, text: string): Locator =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text });

export const undoButton = (page: Page): Locator => page.getByRole('button', { name: 'Undo' });

/** Ends only the session of this page, as if it had expired. */
export const endSession = (page: Page): Promise<void> => page.context().clearCookies();

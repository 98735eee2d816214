/** Four questions in the panel: created before each test, read in order, and held back on their way. */
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { expect } from './panel.ts';
import { create, listed, removeAll } from './panel-lists.ts';

const QUESTIONS = ['Alpha?', 'Beta?', 'Gamma?', 'Delta?'];

export async function makeQuestions(api: APIRequestContext): Promise<void> {
  await removeAll(api, 'faqs');
  for (const [index, question] of QUESTIONS.entries()) {
    await create(api, 'faqs', { question, answer: `Answer ${index + 1}.`, order: index + 1 });
  }
}

export const headings = (page: Page): Locator =>
  page.getByRole('main').getByRole('listitem').getByRole('heading');

/** Expects the questions by their first letters, with their numbers. */
export const expectOrder = (page: Page, letters: string): Promise<void> =>
  expect(headings(page)).toHaveText(
    [...letters].map((letter, index) => new RegExp(`^${index + 1}\\s*${letter}`)),
  );

export const savedOrder = async (api: APIRequestContext): Promise<string> =>
  (await listed(api, 'faqs')).map(({ question }) => question[0]).join('');

export const handleOf = (page: Page, question: string): Locator =>
  page.getByRole('button', { name: `Drag: ${question}` });

export const moveButton = (page: Page, question: string, direction: 'up' | 'down'): Locator =>
  page.getByRole('button', { name: `Move ${direction}: ${question}` });

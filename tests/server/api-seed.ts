/** Draws, news and FAQs that are entered through the API, on a clock within today's first draw. */
import { expect } from 'bun:test';
import { type AdminDraw, adminDrawSchema, type NewDraw } from '../../src/contract/draws.ts';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { SLOTS, type Slot } from '../../src/core/slots.ts';
import type { ApiSite } from './api-site.ts';

export const TODAY = '2026-11-15';
/** 10:10 in India: the first draw of the day is live, the others wait. */
export const CLOCK_START = '2026-11-15T04:40:00Z';

export function newDraw(date: string, slot: Slot, digits: string, published = true): NewDraw {
  const [digit1 = '', digit2 = '', digit3 = '', digit4 = '', digit5 = ''] = digits;
  return { date, slot, drawNo: drawNumberFor(date, slot), digit1, digit2, digit3, digit4, digit5, published };
}

/** Newest first, as in lists. */
export const PUBLISHED: NewDraw[] = [
  newDraw(TODAY, '10:00', '11111'),
  newDraw('2026-11-14', '19:00', '98341'),
  newDraw('2026-11-14', '17:00', '55555'),
  newDraw('2026-11-14', '14:00', '00700'),
  newDraw('2026-11-14', '12:00', '67890'),
  newDraw('2026-11-14', '10:00', '12345'),
  { ...newDraw('2026-11-13', '12:00', '90210'), drawNo: 'ONAM-2026' },
  newDraw('2026-10-31', '10:00', '24680'),
];

export const DRAFT = newDraw('2026-11-13', '10:00', '13579', false);

export const drawNumbers = (draws: readonly { drawNo: string }[]): string[] =>
  draws.map(({ drawNo }) => drawNo);

export async function enterHistory(site: ApiSite): Promise<void> {
  await createDraftsExceptFirst(site);
  for (const draw of [...PUBLISHED, DRAFT]) await create(site, 'draws', draw);
  for (const title of ['Holiday hours', 'New machine in use']) {
    await create(site, 'news', { title, author: 'Results Desk', body: `${title}: read more below.` });
  }
  for (const [order, question] of ['When are draws held?', 'What is 3D?'].entries()) {
    await create(site, 'faqs', {
      question,
      answer: `Five times a day: ${SLOTS.join(', ')}.`,
      order: order + 1,
    });
  }
}

/** Automation creates the day's drafts after the start: this creates them now and deletes the first. */
async function createDraftsExceptFirst(site: ApiSite): Promise<void> {
  await site.admin('POST', '/api/admin/drafts');
  const { items } = await (await site.admin('GET', `/api/admin/draws?date=${TODAY}&slot=10:00`)).json();
  await site.admin('DELETE', `/api/admin/draws/${items[0].id}`);
}

export async function create(
  site: ApiSite,
  what: string,
  body: object,
): Promise<{ id: string; etag: string }> {
  const response = await site.admin('POST', `/api/admin/${what}`, { body });
  if (response.status !== 201) throw new Error(`${what} not created: ${await response.text()}`);
  return response.json();
}

/** Enters the first draw of a day as an Editor. */
export async function enterDraw(site: ApiSite, date: string, published = false): Promise<AdminDraw> {
  const response = await site.editor('POST', '/api/admin/draws', {
    body: newDraw(date, '10:00', '12345', published),
  });
  expect(response.status).toBe(201);
  const draw = adminDrawSchema.parse(await response.json());
  expect(response.headers.get('ETag')).toBe(draw.etag);
  return draw;
}

import { expect, test } from 'bun:test';
import type { Draw } from '../../contract/draws.ts';
import type { DrawScope } from '../../core/draw-scope.ts';
import type { NewsScope } from '../../core/news-scope.ts';
import type { LiveChange } from './feed-cursor.ts';
import { faqsAfter } from './live-faqs.ts';
import { drawsAfter, liveListsOf, livePage, settingsAfter } from './live-lists.ts';
import { newsAfter } from './live-news.ts';

const draw = (id: string, digit5: string): Draw => ({
  id,
  date: '2026-11-15',
  slot: '12:00',
  drawNo: `SC-${id}`,
  digit1: '0',
  digit2: '0',
  digit3: '0',
  digit4: '0',
  digit5,
  published: true,
  provenance: 'generated',
  publishedAt: '2026-11-15T06:45:00.000Z',
});

const upsert = (place: number, row: Draw, epoch = 'e-1'): LiveChange => ({
  cursor: `${epoch}.${place}`,
  table: 'draws',
  type: 'UPDATE',
  row,
});
const removal = (place: number, id: string): LiveChange => ({
  cursor: `e-1.${place}`,
  table: 'draws',
  type: 'DELETE',
  row: { id },
});

test('a change that the loaded data already contains is not applied again', () => {
  const loaded = { cursor: 'e-1.7', draws: { rows: [draw('a', '7')], scope: {} } };
  const changes = [upsert(6, draw('a', '6')), upsert(7, draw('a', '7'))];
  expect(drawsAfter(loaded, changes)).toEqual([draw('a', '7')]);
  expect(drawsAfter(loaded, [...changes, upsert(8, draw('a', '8'))])).toEqual([draw('a', '8')]);
  expect(drawsAfter(loaded, [...changes, removal(9, 'a')])).toEqual([]);
});

test('changes from before a restored backup are ignored', () => {
  const loaded = { cursor: 'e-2.1', draws: { rows: [draw('a', '1')], scope: {} } };
  expect(drawsAfter(loaded, [upsert(9, draw('a', '9'))])).toEqual([draw('a', '1')]);
});

test('a list gets only changes of its own table, and only rows in its scope', () => {
  const article = {
    id: 'n',
    title: 't',
    body: 'b',
    html: '<p>b</p>',
    author: 'a',
    status: 'published',
    publishAt: '2',
    language: null,
    createdAt: '2',
    updatedAt: '2',
  } as const;
  const change: LiveChange = { cursor: 'e.2', table: 'news_posts', type: 'UPDATE', row: article };
  const faq = { id: 'f', question: 'q', answer: 'a', order: 1, language: null };
  const other: LiveChange = { cursor: 'e.3', table: 'faqs', type: 'INSERT', row: faq };
  const changes = [change, other, upsert(4, draw('a', '1'), 'e')];
  expect(faqsAfter({ cursor: 'e.1', faqs: [] }, changes)).toEqual([faq]);
  const newsOf = (scope: NewsScope) => newsAfter({ cursor: 'e.1', news: { rows: [], scope } }, changes);
  expect(newsOf({})).toEqual([article]);
  expect(newsOf({ upTo: { isInOtherLanguage: false, publishAt: '3', id: 'x' } })).toEqual([]);
  const drawsOf = (scope: DrawScope) => drawsAfter({ cursor: 'e.1', draws: { rows: [], scope } }, changes);
  expect(drawsOf({ date: '2026-11-15' })).toHaveLength(1);
  expect(drawsOf({ date: '2026-11-14' })).toEqual([]);
});

test('settings apply only later changes', () => {
  const start = { cursor: 'e.4', settings: { publishDelay: 15, maintenanceMode: false } };
  const change = (place: number, publishDelay: number): LiveChange => ({
    cursor: `e.${place}`,
    table: 'settings',
    type: 'UPDATE',
    row: { id: 'settings', publishDelay, maintenanceMode: false },
  });
  expect(settingsAfter(start, [change(3, 5)]).publishDelay).toBe(15);
  expect(settingsAfter(start, [change(5, 1), change(6, 0)]).publishDelay).toBe(0);
});

test('a loader can return only known live lists, and a page gets only the lists of its loader', () => {
  const page = livePage({ cursor: 'e.1', draws: { rows: [draw('a', '1')], scope: {} } });
  expect(liveListsOf(page)).toBe(page.live);
  expect(liveListsOf(undefined)).toBeUndefined();
  expect(drawsAfter(page.live, [])).toHaveLength(1);
  // @ts-expect-error The loader returned no news.
  expect(() => newsAfter(page.live, [])).toThrow();
  // @ts-expect-error There is no such list.
  livePage({ cursor: 'e.1', faqs: [], drawz: { rows: [], scope: {} } });
  // @ts-expect-error A draw has no author to search for.
  livePage({ cursor: 'e.1', draws: { rows: [], scope: { author: 'a' } } });
});

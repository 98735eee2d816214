import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Draw } from '../../contract/draws.ts';
import type { DrawScope, NewsScope } from '../../core/list-scope.ts';
import {
  addChange,
  bringUpToDate,
  isAfter,
  type PageData,
  type PlacedChange,
  settingsAfter,
} from './live-lists.ts';

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

const upsert = (place: number, row: Draw, epoch = 'e-1'): PlacedChange => ({
  cursor: `${epoch}.${place}`,
  table: 'draws',
  type: 'UPDATE',
  row,
});
const removal = (place: number, id: string): PlacedChange => ({
  cursor: `e-1.${place}`,
  table: 'draws',
  type: 'DELETE',
  row: { id },
});

test('places are compared by their number, and only within an epoch', () => {
  expect(isAfter('e-1.10', 'e-1.9')).toBe(true);
  expect(isAfter('e-1.9', 'e-1.10')).toBe(false);
  expect(isAfter('e-1.9', 'e-1.9')).toBe(false);
  expect(isAfter('e-2.10', 'e-1.9')).toBe(false);
});

test('a change that was sent before others, with a cursor of two ids, has its place by the first', () => {
  const sentFirst: PlacedChange = { ...upsert(9, draw('a', '9')), cursor: 'e-1.9-7' };
  const sentLater: PlacedChange = { ...upsert(8, draw('b', '8')), cursor: 'e-1.8-9' };
  expect(isAfter(sentFirst.cursor, 'e-1.8')).toBe(true);
  expect(isAfter(sentFirst.cursor, 'e-1.9')).toBe(false);
  const known = [sentFirst, sentLater, upsert(9, draw('a', '9'))].reduce<readonly PlacedChange[]>(
    addChange,
    [],
  );
  expect(known).toEqual([sentLater, sentFirst]);
});

test('a change that the loaded data already holds does not turn it back', () => {
  const loaded = { cursor: 'e-1.7', draws: { rows: [draw('a', '7')], scope: {} } };
  const changes = [upsert(6, draw('a', '6')), upsert(7, draw('a', '7'))];
  expect(bringUpToDate(loaded, changes).draws).toEqual([draw('a', '7')]);
  expect(bringUpToDate(loaded, [...changes, upsert(8, draw('a', '8'))]).draws).toEqual([draw('a', '8')]);
  expect(bringUpToDate(loaded, [...changes, removal(9, 'a')]).draws).toEqual([]);
});

test('changes from before a restored backup are forgotten', () => {
  const loaded = { cursor: 'e-2.1', draws: { rows: [draw('a', '1')], scope: {} } };
  expect(bringUpToDate(loaded, [upsert(9, draw('a', '9'))]).draws).toEqual([draw('a', '1')]);
});

test('lists that the page did not load stay empty, and what belongs to no loaded part stays out', () => {
  const article = { id: 'n', title: 't', body: 'b', author: 'a', createdAt: '2', updatedAt: '2' };
  const change: PlacedChange = { cursor: 'e.2', table: 'news_posts', type: 'UPDATE', row: article };
  const faq = { id: 'f', question: 'q', answer: 'a', order: 1 };
  const other: PlacedChange = { cursor: 'e.3', table: 'faqs', type: 'INSERT', row: faq };
  const upToDate = (page: PageData) => bringUpToDate(page, [change, other, upsert(4, draw('a', '1'), 'e')]);
  expect(upToDate({ cursor: 'e.1' })).toEqual({ draws: [], news: [], faqs: [] });
  expect(upToDate({ cursor: 'e.1', faqs: [] }).faqs).toEqual([faq]);
  const newsOf = (scope: NewsScope) => upToDate({ cursor: 'e.1', news: { rows: [], scope } }).news;
  expect(newsOf({})).toEqual([article]);
  expect(newsOf({ upTo: { createdAt: '3', id: 'x' } })).toEqual([]);
  const drawsOf = (scope: DrawScope) => upToDate({ cursor: 'e.1', draws: { rows: [], scope } }).draws;
  expect(drawsOf({ date: '2026-11-15' })).toHaveLength(1);
  expect(drawsOf({ date: '2026-11-14' })).toEqual([]);
});

test('told twice or out of order, as by a stream opened anew, changes end in the same state', () => {
  const places = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(places, (told) => {
      const changeAt = (place: number) =>
        place % 5 === 0
          ? removal(place, String(place % 3))
          : upsert(place, draw(String(place % 3), String(place % 10)));
      const known = told.map(changeAt).reduce<readonly PlacedChange[]>(addChange, []);
      const once = [...new Set(told)].sort((a, b) => a - b).map(changeAt);
      expect(known).toEqual(once);
    }),
  );
});

test('settings follow the changes that came after they were read', () => {
  const start = { cursor: 'e.4', settings: { publishDelay: 15, maintenanceMode: false } };
  const change = (place: number, publishDelay: number): PlacedChange => ({
    cursor: `e.${place}`,
    table: 'settings',
    type: 'UPDATE',
    row: { id: 'settings', publishDelay, maintenanceMode: false },
  });
  expect(settingsAfter(start, [change(3, 5)]).publishDelay).toBe(15);
  expect(settingsAfter(start, [change(5, 1), change(6, 0)]).publishDelay).toBe(0);
});

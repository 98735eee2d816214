/** Services for FAQs: each writes the row, the activity log and the feed, and they can be put in any order. */
import { expect, test } from 'bun:test';
import { createFaq, deleteFaq, editFaq, moveFaq, placeFaq } from '../../src/server/services/content/faqs.ts';
import { insertFaq } from '../../src/server/storage/content/faqs-store.ts';
import { listFaqs } from '../../src/server/storage/public-reads.ts';
import { describeOnBothDatabases } from '../support/databases.ts';
import { feedFor, summarize } from './content-feed.ts';
import { createContext, EDITOR, newestEntry, refusalOf, type TestContext } from './services-context.ts';

describeOnBothDatabases('content services', ({ open }) => {
  test('a FAQ is created, edited and deleted', async () => {
    const context = createContext(await open());
    const faq = await createFaq(context, { question: 'When?', answer: 'At ten.', order: 1 }, EDITOR);
    const target = { id: faq.id, expectedEtag: faq.etag };
    const edited = await editFaq(context, { ...target, patch: { answer: 'At noon.', order: 4 } }, EDITOR);
    expect(edited).toEqual({
      id: faq.id,
      question: 'When?',
      answer: 'At noon.',
      order: 4,
      language: null,
      etag: '"2"',
    });
    expect((await newestEntry(context))?.before).toEqual({ answer: 'At ten.', order: 1 });
    expect(await refusalOf(editFaq(context, { ...target, patch: { order: 9 } }, EDITOR))).toBe('stale');
    expect(await refusalOf(deleteFaq(context, target, EDITOR))).toBe('stale');
    expect(await editFaq(context, { id: faq.id, patch: {} }, EDITOR)).toEqual(edited);
    await deleteFaq(context, { id: faq.id }, EDITOR);
    expect(await newestEntry(context)).toMatchObject({ action: 'Deleted FAQ', target: 'When?', type: 'faq' });
    expect(summarize(await feedFor(context, 'public'))).toEqual([
      'INSERT faqs',
      'UPDATE faqs',
      'DELETE faqs',
    ]);
  });

  test('a FAQ is swapped with its neighbour', async () => {
    const context = createContext(await open());
    const make = (question: string, order: number) =>
      createFaq(context, { question, answer: '.', order }, EDITOR);
    const [, b, c] = [await make('A', 10), await make('B', 20), await make('C', 30)];
    const order = async () =>
      (await listFaqs(context.database.db)).map((faq) => `${faq.question}${faq.order}`).join(' ');

    expect(await moveFaq(context, { id: c.id, direction: 'up' }, EDITOR)).toMatchObject({
      order: 20,
      etag: '"2"',
    });
    expect(await order()).toBe('A10 C20 B30');
    const moved = (await feedFor(context, 'public')).slice(3);
    expect(new Set(moved.map(({ rowId }) => rowId))).toEqual(new Set([b.id, c.id]));
    expect(await newestEntry(context)).toMatchObject({
      action: 'Moved FAQ up',
      before: { order: 30 },
      after: { order: 20 },
    });
    expect(
      await refusalOf(moveFaq(context, { id: c.id, expectedEtag: '"1"', direction: 'up' }, EDITOR)),
    ).toBe('stale');

    const wakeUps = context.wakeUps();
    expect(await moveFaq(context, { id: b.id, direction: 'down' }, EDITOR)).toMatchObject({ order: 30 });
    expect(context.wakeUps()).toBe(wakeUps);
    expect(await refusalOf(moveFaq(context, { id: 'unknown', direction: 'down' }, EDITOR))).toBe('not-found');
  });

  test('moving a FAQ among others with the same order numbers all of them', async () => {
    const context = createContext(await open());
    await insertAlike(context, 'A', 'B', 'C');
    const before = await listFaqs(context.database.db);
    const [first, second, third] = before;
    await moveFaq(context, { id: third?.id ?? '', direction: 'up' }, EDITOR);
    const after = await listFaqs(context.database.db);
    expect(after.map(({ id }) => id)).toEqual([first?.id, third?.id, second?.id] as string[]);
    expect(after.map(({ order }) => order)).toEqual([1, 2, 3]);
  });

  test('a FAQ moves even if its own order does not change, and the feed has the change', async () => {
    const context = createContext(await open());
    await insertAlike(context, 'A', 'B');
    const [first, second] = await listFaqs(context.database.db);
    await moveFaq(context, { id: second?.id ?? '', direction: 'up' }, EDITOR);
    expect((await listFaqs(context.database.db)).map(({ id }) => id)).toEqual([
      second?.id,
      first?.id,
    ] as string[]);
    expect((await feedFor(context, 'public')).map(({ rowId }) => rowId)).toEqual([first?.id ?? '']);
    expect(await newestEntry(context)).toMatchObject({ action: 'Moved FAQ up' });
  });

  test('a FAQ at a number that is taken shifts the others, and the feed has every change', async () => {
    const context = createContext(await open());
    const make = (question: string, order: number) =>
      createFaq(context, { question, answer: '.', order }, EDITOR);
    const order = async () =>
      (await listFaqs(context.database.db)).map((faq) => `${faq.question}${faq.order}`).join(' ');
    for (const [index, question] of ['A', 'B', 'C'].entries()) await make(question, index + 1);
    const d = await make('D', 2);
    expect(d.order).toBe(2);
    expect(await order()).toBe('A1 D2 B3 C4');
    expect(summarize((await feedFor(context, 'public')).slice(3))).toEqual([
      'INSERT faqs',
      'UPDATE faqs',
      'UPDATE faqs',
    ]);
    expect(await newestEntry(context)).toMatchObject({ action: 'Created FAQ', target: 'D' });
    await editFaq(context, { id: d.id, patch: { order: 4 } }, EDITOR);
    expect(await order()).toBe('A1 B2 C3 D4');
    await editFaq(context, { id: d.id, patch: { order: 1 } }, EDITOR);
    expect(await order()).toBe('D1 A2 B3 C4');
    await editFaq(context, { id: d.id, patch: { order: 9 } }, EDITOR);
    expect(await order()).toBe('A2 B3 C4 D9');
  });

  test('a FAQ is placed anywhere at once, and those between are renumbered', async () => {
    const context = createContext(await open());
    const faqs = [];
    for (const [index, question] of ['A', 'B', 'C', 'D'].entries()) {
      faqs.push(await createFaq(context, { question, answer: '.', order: 10 * (index + 1) }, EDITOR));
    }
    const [a, , , d] = faqs.map(({ id }) => id);
    const order = async () =>
      (await listFaqs(context.database.db)).map((faq) => `${faq.question}${faq.order}`).join(' ');

    await placeFaq(context, { id: d ?? '', place: 2 }, EDITOR);
    expect(await order()).toBe('A10 D20 B30 C40');
    expect(await newestEntry(context)).toMatchObject({
      action: 'Moved FAQ up',
      target: 'D',
      before: { order: 40 },
      after: { order: 20 },
    });
    await placeFaq(context, { id: a ?? '', place: 99 }, EDITOR);
    expect(await order()).toBe('D10 B20 C30 A40');

    const wakeUps = context.wakeUps();
    await placeFaq(context, { id: a ?? '', place: 4 }, EDITOR);
    expect(context.wakeUps()).toBe(wakeUps);
    expect(await refusalOf(placeFaq(context, { id: a ?? '', expectedEtag: '"1"', place: 1 }, EDITOR))).toBe(
      'stale',
    );
    expect(await refusalOf(placeFaq(context, { id: 'unknown', place: 1 }, EDITOR))).toBe('not-found');
  });

  test('the last FAQ placed behind the end stays where it is, also if two have the same order', async () => {
    const context = createContext(await open());
    await insertAlike(context, 'A', 'B');
    const last = (await listFaqs(context.database.db)).at(-1);
    const wakeUps = context.wakeUps();
    expect(await placeFaq(context, { id: last?.id ?? '', place: 99 }, EDITOR)).toMatchObject({ order: 1 });
    expect(context.wakeUps()).toBe(wakeUps);
  });
});

/** Questions with the same order, as older versions stored them. */
const insertAlike = (context: TestContext, ...questions: string[]): Promise<void> =>
  context.database.write(async (tx) => {
    for (const question of questions)
      await insertFaq(tx, {
        id: question,
        question,
        answer: '.',
        order_index: 1,
        language: null,
        version: 1,
      });
  });

import { expect, test } from 'bun:test';
import type { AdminDraw, DrawPatch } from '../../../contract/draws.ts';
import { ApiProblem } from '../../api/call-api.ts';
import { fieldsOf, valuesOf } from './draw-values.ts';
import { type ConflictChoice, type SavingSteps, saveDraw } from './save-draw.ts';

const drawWith = (digits: string, more: Partial<AdminDraw> = {}): AdminDraw =>
  ({
    id: 'a',
    etag: '"1"',
    publishedAt: null,
    ...fieldsOf({ date: '2026-11-15', slot: '10:00', drawNo: 'SC151120261', digits }),
    ...more,
  }) as AdminDraw;

const stale = new ApiProblem({ type: '', title: '', status: 412, code: 'stale', detail: '' });

/** A server that stores a single draw, and a user with the given answers. */
function stage(stored: AdminDraw, answers: { reason?: string | null; choice?: ConflictChoice | null } = {}) {
  const sent: DrawPatch[] = [];
  const questions: string[] = [];
  let current = stored;
  const steps: SavingSteps = {
    read: async () => current,
    async change(base, patch) {
      if (base.etag !== current.etag) throw stale;
      sent.push(patch);
      const { reason: _, ...fields } = patch;
      current = { ...current, ...fields, etag: '"saved"' } as AdminDraw;
      return current;
    },
    async askReason() {
      questions.push('reason');
      return answers.reason ?? null;
    },
    async chooseVersion() {
      questions.push('choice');
      return answers.choice ?? null;
    },
  };
  return { steps, sent, questions };
}

const withDigits = (draw: AdminDraw, digits: string) => ({ ...valuesOf(draw), digits });

test('a draft is saved without a dialog, and only changed fields are sent', async () => {
  const draft = drawWith('12345');
  const { steps, sent, questions } = stage(draft);
  const saved = await saveDraw(steps, draft, withDigits(draft, '12349'));
  expect(saved).toMatchObject({ digit5: '9', etag: '"saved"' });
  expect(sent).toEqual([{ digit5: '9' }]);
  expect(questions).toEqual([]);
});

test('nothing is sent without changes', async () => {
  const draft = drawWith('12345');
  const { steps, sent } = stage(draft);
  expect(await saveDraw(steps, draft, valuesOf(draft))).toBe(draft);
  expect(sent).toEqual([]);
});

test('changing a published result requires a reason', async () => {
  const seen = drawWith('12345', { publishedAt: '2026-11-15T04:45:00.000Z' });
  const willing = stage(seen, { reason: 'Misread' });
  await saveDraw(willing.steps, seen, withDigits(seen, '12349'));
  expect(willing.sent).toEqual([{ digit5: '9', reason: 'Misread' }]);

  const unwilling = stage(seen);
  expect(await saveDraw(unwilling.steps, seen, withDigits(seen, '12349'))).toBeNull();
  expect(unwilling.sent).toEqual([]);
});

test('a conflicting change is saved only after a choice', async () => {
  const base = drawWith('12345');
  const theirs = drawWith('99999', { etag: '"2"' });
  const mine = withDigits(base, '11111');

  const keeper = stage(theirs, { choice: 'mine' });
  expect(await saveDraw(keeper.steps, base, mine)).toMatchObject({ digit1: '1', digit5: '1' });
  expect(keeper.questions).toEqual(['choice']);

  const taker = stage(theirs, { choice: 'theirs' });
  expect(await saveDraw(taker.steps, base, mine)).toBe(theirs);
  expect(taker.sent).toEqual([]);

  const undecided = stage(theirs);
  expect(await saveDraw(undecided.steps, base, mine)).toBeNull();
  expect(undecided.sent).toEqual([]);
});

test('a draft that was published meanwhile requires a reason', async () => {
  const base = drawWith('12345');
  const theirs = drawWith('12345', { etag: '"2"', publishedAt: '2026-11-15T04:45:00.000Z' });
  const { steps, sent, questions } = stage(theirs, { choice: 'mine', reason: 'Misread' });
  await saveDraw(steps, base, withDigits(base, '11111'));
  expect(questions).toEqual(['choice', 'reason']);
  expect(sent).toEqual([{ digit2: '1', digit3: '1', digit4: '1', digit5: '1', reason: 'Misread' }]);
});

test('identical changes are not a conflict', async () => {
  const base = drawWith('12345');
  const theirs = drawWith('11111', { etag: '"2"' });
  const { steps, questions } = stage(theirs);
  expect(await saveDraw(steps, base, withDigits(base, '11111'))).toBe(theirs);
  expect(questions).toEqual([]);
});

test('other errors are rethrown', async () => {
  const draft = drawWith('12345');
  const { steps } = stage(draft);
  steps.change = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(saveDraw(steps, draft, withDigits(draft, '12349'))).rejects.toThrow('Failed to fetch');
});

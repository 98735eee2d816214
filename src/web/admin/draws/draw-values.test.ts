import { expect, test } from 'bun:test';
import type { AdminDraw } from '../../../contract/draws.ts';
import { fieldsOf, patchFor, proposedValues, rebase, valuesOf } from './draw-values.ts';

const drawWith = (digits: string, drawNo = 'SC151120261') =>
  ({ ...fieldsOf({ date: '2026-11-15', slot: '10:00', drawNo, digits }) }) as AdminDraw;

const base = drawWith('12345');

test('returns the form values of a draw', () => {
  expect(valuesOf(base)).toEqual({
    date: '2026-11-15',
    slot: '10:00',
    drawNo: 'SC151120261',
    digits: '12345',
  });
});

test('a proposal changes only what it names', () => {
  const proposal = {
    by: 'Asha',
    byId: 'a',
    authorIds: ['a'],
    at: '2026-11-15T04:45:00.000Z',
    digits: '54321',
  };
  expect(proposedValues(base, proposal)).toEqual({ ...valuesOf(base), digits: '54321' });
  const moved = { date: '2026-11-16', slot: '12:00', drawNo: 'ONAM-1' } as const;
  expect(proposedValues(base, { ...proposal, ...moved })).toEqual({ ...moved, digits: '54321' });
});

test('missing digits are empty fields', () => {
  expect(fieldsOf({ ...valuesOf(base), digits: '12' })).toMatchObject({
    digit2: '2',
    digit3: '',
    digit5: '',
  });
});

test('a patch contains only changed fields', () => {
  expect(patchFor(base, valuesOf(base))).toEqual({});
  expect(patchFor(base, { ...valuesOf(base), digits: '12945', slot: '12:00' })).toEqual({
    digit3: '9',
    slot: '12:00',
  });
});

test('a patch replaces a waiting proposal as a whole', () => {
  const proposal = { digits: '99999' } as AdminDraw['proposal'];
  const draw = { ...base, proposal };
  const values = { ...valuesOf(base), digits: '12346' };
  expect<object>(patchFor(draw, values)).toEqual(fieldsOf(values));
  expect(patchFor(draw, valuesOf(base))).toEqual({});
});

test('rebasing keeps own changes and takes all other fields from the saved draw', () => {
  const theirs = drawWith('99999', 'SC-THEIRS');
  expect(rebase(base, { ...valuesOf(base), digits: '11111' }, theirs)).toEqual({
    date: '2026-11-15',
    slot: '10:00',
    drawNo: 'SC-THEIRS',
    digits: '11111',
  });
  expect(rebase(base, valuesOf(base), theirs)).toEqual(valuesOf(theirs));
});

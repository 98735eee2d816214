import { expect, test } from 'bun:test';
import type { AdminDraw } from '../../../contract/draws.ts';
import { fieldsOf, patchFor, rebase, valuesOf } from './draw-values.ts';

const drawWith = (digits: string, drawNo = 'SC151120261') =>
  ({ ...fieldsOf({ date: '2026-11-15', slot: '10:00', drawNo, digits }) }) as AdminDraw;

const base = drawWith('12345');

test('a form holds what the draw is', () => {
  expect(valuesOf(base)).toEqual({
    date: '2026-11-15',
    slot: '10:00',
    drawNo: 'SC151120261',
    digits: '12345',
  });
});

test('digits that are still missing are empty fields', () => {
  expect(fieldsOf({ ...valuesOf(base), digits: '12' })).toMatchObject({
    digit2: '2',
    digit3: '',
    digit5: '',
  });
});

test('only what is new is sent', () => {
  expect(patchFor(base, valuesOf(base))).toEqual({});
  expect(patchFor(base, { ...valuesOf(base), digits: '12945', slot: '12:00' })).toEqual({
    digit3: '9',
    slot: '12:00',
  });
});

test('what I changed stays mine, what I left alone is theirs', () => {
  const theirs = drawWith('99999', 'SC-THEIRS');
  expect(rebase(base, { ...valuesOf(base), digits: '11111' }, theirs)).toEqual({
    date: '2026-11-15',
    slot: '10:00',
    drawNo: 'SC-THEIRS',
    digits: '11111',
  });
  expect(rebase(base, valuesOf(base), theirs)).toEqual(valuesOf(theirs));
});

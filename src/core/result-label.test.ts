import { expect, test } from 'bun:test';
import { labelOf } from './result-label.ts';

const date = '2026-11-15';
const known = {
  byId: { proven: 'beacon', fixed: 'seed', adopted: null },
  expected: { date, randomness: 'beacon' },
} as const;

test('a random result has the label that the log shows', () => {
  const labelFor = (id: string) => labelOf({ id, date, provenance: 'generated' }, known);
  expect(labelFor('proven')).toBe('beacon');
  expect(labelFor('fixed')).toBe('seed');
  expect(labelFor('adopted')).toBe('generated');
});

test('a random result that was published after the page was loaded has the label of its day', () => {
  const later = { id: 'later', date, provenance: 'generated' } as const;
  expect(labelOf(later, known)).toBe('beacon');
  expect(labelOf(later, { byId: {}, expected: { date, randomness: 'seed' } })).toBe('seed');
  expect(labelOf(later, { byId: {}, expected: null })).toBe('generated');
});

test('the label of a day is not that of the next one', () => {
  const tomorrow = { id: 'later', date: '2026-11-16', provenance: 'generated' } as const;
  expect(labelOf(tomorrow, known)).toBe('generated');
});

test('what staff entered or changed is never called random', () => {
  for (const provenance of ['edited', 'entered', 'corrected'] as const) {
    expect(labelOf({ id: 'proven', date, provenance }, known)).toBe(provenance);
    expect(labelOf({ id: 'later', date, provenance }, known)).toBe(provenance);
  }
});

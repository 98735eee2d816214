import { expect, test } from 'bun:test';
import { en } from '../../i18n/en.ts';
import { averageText, datesText, pText } from './statistics-figures.ts';

test.each([
  [0, '0.0'],
  [0.045, '< 0.1'],
  [14.52, '14.5'],
  [99.94, '99.9'],
  [1_234.5, '1235'],
])('the average %p is %p', (average, text) => {
  expect(averageText(average)).toBe(text);
});

test.each([
  [0, '< 0.001'],
  [0.0009, '< 0.001'],
  [0.0041, '= 0.004'],
  [0.626, '= 0.63'],
  [0.9995, '> 0.999'],
])('p of %p is %p', (p, text) => {
  expect(pText(p).replaceAll('\u00a0', ' ')).toBe(text);
});

test('dates are one, two or none', () => {
  expect(datesText('2026-11-15', '2026-11-15', en)).toBe('15 November 2026');
  expect(datesText('2026-10-17', '2026-11-15', en)).toBe('17 October 2026 – 15 November 2026');
  expect(datesText('2026-10-17', null, en)).toBe('17 October 2026');
  expect(datesText(null, null, en)).toBe('');
});

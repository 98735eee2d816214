import { expect, test } from 'bun:test';
import { readNumberToCheck } from './number-to-check.ts';

test.each([
  ['7', { kind: 'ending', ending: '7' }],
  ['007', { kind: 'ending', ending: '007' }],
  [' 4 8 8 0 7 ', { kind: 'ending', ending: '48807' }],
  ['123456', { kind: 'drawNo', drawNo: '123456' }],
  ['sc151120263', { kind: 'drawNo', drawNo: 'SC151120263' }],
  [' SC 1511 2026 3', { kind: 'drawNo', drawNo: 'SC151120263' }],
  ['-sc1', { kind: 'drawNo', drawNo: '-SC1' }],
  ['', null],
  ['  ', null],
  ['SC', null],
  ['48,807', null],
  ['൧൨൩', { kind: 'ending', ending: '123' }],
  ['sc൧൫1120263', { kind: 'drawNo', drawNo: 'SC151120263' }],
  ['14 Nov', { kind: 'date', date: '2026-11-14' }],
  ['14-11-2026', { kind: 'date', date: '2026-11-14' }],
  ['14/11/26', { kind: 'date', date: '2026-11-14' }],
  ['2026-11-14', { kind: 'date', date: '2026-11-14' }],
  ['14-11', { kind: 'drawNo', drawNo: '14-11' }],
  ['31-02-2026', { kind: 'drawNo', drawNo: '31-02-2026' }],
  ['X'.repeat(21), null],
] as const)('%j', (text, read) => {
  expect(readNumberToCheck(text, '2026-11-16')).toEqual(read);
});

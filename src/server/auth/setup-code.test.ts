import { expect, test } from 'bun:test';
import { isSetupCode } from './setup-code.ts';

test.each([
  ['K7QX-M2PA', true],
  ['k7qxm2pa', true],
  [' k7qx m2pa ', true],
  ['K7QX-M2PB', false],
  ['K7QX-M2P', false],
  ['K7QX-M2PAA', false],
  ['', false],
  ['-', false],
  ['K7QX\u2013M2PA', true],
  ['K7QX!M2PA', false],
  ['K7Q\u0425-M2PA', false],
  ['\uff2b7QX-M2PA', false],
])('isSetupCode(%p) returns %p', (given, expected) => {
  expect(isSetupCode(given, 'K7QX-M2PA')).toBe(expected);
});

test('rejects a non-ASCII letter whose upper case is an ASCII letter', () => {
  expect(isSetupCode('\u017f7QX-M2PA', 'S7QX-M2PA')).toBe(false);
});

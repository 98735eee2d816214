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
])('%p opens: %p', (given, opens) => {
  expect(isSetupCode(given, 'K7QX-M2PA')).toBe(opens);
});

import { expect, test } from 'bun:test';
import { type EndingName, endingName } from './endings.ts';

test.each<[string, EndingName | null]>([
  ['7', '1D'],
  ['07', '2D'],
  ['807', '3D'],
  ['8807', null],
  ['48807', '5D'],
  ['', null],
])('the ending %j has the name %p', (ending, name) => {
  expect(endingName(ending)).toBe(name);
});

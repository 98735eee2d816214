import { expect, test } from 'bun:test';
import { withResult } from './logged-result.ts';

const digits = { digit1: '1', digit2: '2', digit3: '3', digit4: '4', digit5: '0' };

test('five digits become one result in the place of the first', () => {
  const fields = withResult({ slot: '10:00', ...digits, published: true });
  expect(fields).toEqual({ slot: '10:00', result: '12340', published: true });
  expect(Object.keys(fields)).toEqual(['slot', 'result', 'published']);
});

test.each([[{}], [{ title: 'x' }], [{ ...digits, digit5: null }], [{ digit1: '1' }]])(
  '%j stays as it is',
  (fields) => {
    expect(withResult(fields)).toEqual(fields);
  },
);

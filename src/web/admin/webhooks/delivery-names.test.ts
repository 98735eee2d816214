import { expect, test } from 'bun:test';
import { outcomeText } from './delivery-names.ts';

const DELIVERED = { state: 'delivered', status: 204, error: null, milliseconds: 87 } as const;

test('an accepted message names the answer and the time', () => {
  expect(outcomeText(DELIVERED)).toBe('The receiver answered 204 after 87 ms.');
  expect(outcomeText({ ...DELIVERED, milliseconds: 1_250 })).toBe('The receiver answered 204 after 1.3 s.');
});

test('a failed attempt names the error', () => {
  const failed = {
    state: 'pending',
    status: null,
    error: 'No answer within 15 s.',
    milliseconds: 15_002,
  } as const;
  expect(outcomeText(failed)).toBe('No answer within 15 s after 15.0 s.');
  expect(outcomeText({ ...failed, milliseconds: null })).toBe('No answer within 15 s.');
});

test('a message that was not sent, or is being sent, has no outcome', () => {
  expect(outcomeText({ state: 'pending', status: null, error: null, milliseconds: null })).toBe(
    'Not sent yet.',
  );
  expect(outcomeText({ ...DELIVERED, state: 'sending' })).toBe('The receiver has not answered yet.');
});

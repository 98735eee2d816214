import { expect, test } from 'bun:test';
import { readDays } from './days-of-history.ts';

test('the demo has 400 days of history, unless another number is given', () => {
  expect([readDays([]), readDays(['30'])]).toEqual([400, 30]);
});

test.each([[['0']], [['-1']], [['1.5']], [['many']], [['']], [['4000']], [['30', '40']]])(
  'refuses %p as the number of days',
  (args) => {
    expect(() => readDays(args)).toThrow('one number of days, from 1 to 3653');
  },
);

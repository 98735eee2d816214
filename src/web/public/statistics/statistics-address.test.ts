import { describe, expect, test } from 'bun:test';
import {
  choiceQuery,
  dataAddress,
  firstDateOf,
  readChoice,
  type StatisticsChoice,
} from './statistics-address.ts';

const read = (query: string) => readChoice(new URLSearchParams(query));

describe('the choice of a query', () => {
  test.each<[string, StatisticsChoice]>([
    ['', { slot: null, span: 'all' }],
    ['?slot=14-00&span=30', { slot: '14:00', span: '30' }],
    ['?slot=14%3A00', { slot: '14:00', span: 'all' }],
    ['?slot=11-00&span=31', { slot: null, span: 'all' }],
    ['?slot=&span=', { slot: null, span: 'all' }],
    ['?span=constructor', { slot: null, span: 'all' }],
  ])('%p is %j', (query, choice) => {
    expect(read(query)).toEqual(choice);
  });

  test('is the same after it was written', () => {
    for (const slot of [null, '10:00', '19:00'] as const)
      for (const span of ['30', '90', '365', 'all'] as const)
        expect(read(choiceQuery({ slot, span }))).toEqual({ slot, span });
    expect(choiceQuery({ slot: null, span: 'all' })).toBe('');
  });
});

test('a span includes today', () => {
  expect(firstDateOf('30', '2026-11-15')).toBe('2026-10-17');
  expect(firstDateOf('all', '2026-11-15')).toBeUndefined();
});

test('the API has the same counts at an address of its own', () => {
  expect(dataAddress({ slot: '14:00', span: '30' }, '2026-11-15')).toBe(
    '/api/statistics?slot=14%3A00&from=2026-10-17',
  );
  expect(dataAddress({ slot: null, span: 'all' }, '2026-11-15')).toBe('/api/statistics');
});

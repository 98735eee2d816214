import { expect, test } from 'bun:test';
import type { Slot } from '../slots.ts';
import { inAdoptionOrder } from './adoption-order.ts';

const place = (drawNo: string, slot: Slot) => ({ drawNo, date: '2026-11-15', slot, digits: '12345' });

const withdrawn = (name: string, was: [string, Slot], is: [string, Slot] = was) => ({
  name,
  publicResult: place(...was),
  result: place(...is),
});

const namesOf = (draws: ReturnType<typeof withdrawn>[]) => inAdoptionOrder(draws).map(({ name }) => name);

test('results that keep their place keep their order', () => {
  expect(namesOf([withdrawn('a', ['SC-A', '10:00']), withdrawn('b', ['SC-B', '12:00'])])).toEqual(['a', 'b']);
});

test('a result that has the former slot or number of another one follows it', () => {
  const moved = withdrawn('moved', ['SC-A', '10:00'], ['SC-C', '14:00']);
  expect(namesOf([withdrawn('slot', ['SC-B', '10:00']), moved])).toEqual(['moved', 'slot']);
  expect(namesOf([withdrawn('number', ['SC-A', '12:00']), moved])).toEqual(['moved', 'number']);
});

test('a chain of moves is adopted from its end', () => {
  const first = withdrawn('first', ['SC-A', '10:00'], ['SC-B', '12:00']);
  const second = withdrawn('second', ['SC-B', '12:00'], ['SC-C', '14:00']);
  expect(namesOf([first, second])).toEqual(['second', 'first']);
});

test('results that exchanged their places are adopted in their order', () => {
  const one = withdrawn('one', ['SC-A', '10:00'], ['SC-B', '12:00']);
  const other = withdrawn('other', ['SC-B', '12:00'], ['SC-A', '10:00']);
  expect(namesOf([one, other])).toEqual(['one', 'other']);
});

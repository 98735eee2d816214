import { expect, test } from 'bun:test';
import type { Mutant } from './mutants.ts';
import { findMutations, type Mutation } from './operators.ts';
import { withSwitches } from './switches.ts';

const applyMutation = (source: string, { start, end, replacement }: Mutation): string =>
  source.slice(0, start) + replacement + source.slice(end);

const mutate = (source: string) =>
  findMutations('sample.tsx', source).map((one) => applyMutation(source, one));

test.each([
  ['if (a) b;', ['if (!(a)) b;']],
  ['x = a < b;', [';', 'x = a <= b;']],
  ['const x = a && b;', ['const x = (a) || (b);']],
  ['const x = a ?? b;', ['const x = a;']],
  ['const x = 14 * n;', ['const x = 14 / n;', 'const x = 4 * n;']],
  ["const x = 'a' + b;", []],
  ['const x = true;', ['const x = false;']],
  ['const x = [a];', ['const x = [];']],
  ['const x = list.filter(isGood);', ['const x = list;']],
  ['const x = list?.filter(isGood);', []],
  ['const x = Math.min(a, b);', ['const x = Math.max(a, b);']],
  ['await save();', [';']],
])('%s', (source, mutated) => {
  expect(mutate(source)).toEqual(mutated);
});

test('a property is left out of an object with several', () => {
  const [first, second] = mutate('const x = { a: b, c: d };').map((text) => text.replaceAll(/\s/g, ''));
  expect([first, second]).toEqual(['constx={c:d};', 'constx={a:b,};']);
});

test('types, names of properties and texts in JSX stay as they are', () => {
  expect(mutate('type A = 1 | true; const x = y as 5; const z = <a href="b" />; type B = { 1: 2 };')).toEqual(
    [],
  );
});

test('behind switches every mutant can be turned on alone, and without one nothing changes', () => {
  const source = 'const out = []; if (1 < 2 && true) out.push(3); else out.push(4); return out.join();';
  const mutants = findMutations('sample.ts', `function f() { ${source} }`).map((mutation, index) => ({
    ...mutation,
    start: mutation.start - 'function f() { '.length,
    end: mutation.end - 'function f() { '.length,
    id: index + 1,
  })) as Mutant[];
  const switched = withSwitches(source, mutants);
  const runWith = (active: number, text: string): unknown => {
    Object.assign(globalThis, { __mutant: (id: number) => id === active });
    return new Function(text)();
  };
  expect(mutants.length).toBeGreaterThan(5);
  expect(runWith(0, switched)).toBe('3');
  for (const mutant of mutants)
    expect(runWith(mutant.id, switched)).toBe(runWith(0, applyMutation(source, mutant)));
  Reflect.deleteProperty(globalThis, '__mutant');
});

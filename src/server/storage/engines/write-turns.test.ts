import { expect, test } from 'bun:test';
import { WriteTurns } from './write-turns.ts';

/** Work that ends when it is told to, and the order in which it began. */
function makeWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

test('one after the other, and what goes first before all that wait', async () => {
  const turns = new WriteTurns();
  const { begun, work, end } = makeWork();
  const done = [
    turns.take(work('a'), false),
    turns.take(work('b'), false),
    turns.take(work('c'), false),
    turns.take(work('result'), true),
  ];
  await Bun.sleep(0);
  expect(begun).toEqual(['a']);
  for (const name of ['a', 'result', 'b', 'c']) {
    end(name);
    await Bun.sleep(0);
  }
  expect(begun).toEqual(['a', 'result', 'b', 'c']);
  expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'result']);
});

test('one that fails does not keep the next from its turn', async () => {
  const turns = new WriteTurns();
  const failing = turns.take(() => Promise.reject(new Error('refused')), false);
  const next = turns.take(async () => 'done', false);
  await expect(failing).rejects.toThrow('refused');
  expect(await next).toBe('done');
});

test('one that throws before it returns a promise does not either', async () => {
  const turns = new WriteTurns();
  const failing = turns.take(() => {
    throw new Error('broken');
  }, false);
  const next = turns.take(async () => 'done', false);
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

import { expect, test } from 'bun:test';
import { WriteQueue } from './write-queue.ts';

/** Work that the test ends, and the order in which it began. */
function createWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)?.() };
}

test('runs one write at a time, those with priority before all that wait', async () => {
  const queue = new WriteQueue();
  const { begun, work, end } = createWork();
  const done = [
    queue.run(work('a'), false),
    queue.run(work('b'), false),
    queue.run(work('c'), false),
    queue.run(work('result'), true),
  ];
  await Bun.sleep(0);
  expect(begun).toEqual(['a']);
  expect(queue.waiting).toBe(3);
  for (const name of ['a', 'result', 'b', 'c']) {
    end(name);
    await Bun.sleep(0);
  }
  expect(begun).toEqual(['a', 'result', 'b', 'c']);
  expect(await Promise.all(done)).toEqual(['a', 'b', 'c', 'result']);
});

test('a write that rejects does not stop the next', async () => {
  const queue = new WriteQueue();
  const failing = queue.run(() => Promise.reject(new Error('refused')), false);
  const next = queue.run(async () => 'done', false);
  await expect(failing).rejects.toThrow('refused');
  expect(await next).toBe('done');
});

test('a write that throws synchronously does not stop the next', async () => {
  const queue = new WriteQueue();
  const failing = queue.run(() => {
    throw new Error('broken');
  }, false);
  const next = queue.run(async () => 'done', false);
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('done');
});

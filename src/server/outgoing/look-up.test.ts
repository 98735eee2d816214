import { expect, test } from 'bun:test';
import { createLookUp, type ResolvedAddress } from './look-up.ts';

const ADDRESSES: ResolvedAddress[] = [{ address: '192.0.2.1', family: 4 }];

/** A resolver whose answers the test gives. */
function resolver() {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const ask = (host: string): Promise<ResolvedAddress[]> => {
    asked.push(host);
    return new Promise((resolve) => void answers.push(() => resolve(ADDRESSES)));
  };
  return { asked, ask, answerNext: () => answers.shift()?.() };
}

const names = (domain: string, count: number) =>
  Array.from({ length: count }, (_, index) => `name-${index}.${domain}`);

test('no more than eight names below one domain are asked for at once, and other domains do not wait', async () => {
  const { asked, ask, answerNext } = resolver();
  const lookUp = createLookUp(ask);
  const found = names('windows.com', 20).map(lookUp);
  expect(asked).toHaveLength(8);
  void lookUp('web.push.apple.com');
  expect(asked.at(-1)).toBe('web.push.apple.com');
  for (let answer = 0; answer < 21; answer += 1) {
    answerNext();
    await Bun.sleep(0);
    expect(asked.length).toBeLessThanOrEqual(10 + answer);
  }
  expect(await Promise.all(found)).toEqual(found.map(() => ADDRESSES));
  expect(asked).toHaveLength(21);
});

test('the same name is asked for once at a time, and then known for a while', async () => {
  const { asked, ask, answerNext } = resolver();
  const lookUp = createLookUp(ask);
  const both = [lookUp('push.example'), lookUp('push.example')];
  answerNext();
  expect(await Promise.all(both)).toEqual([ADDRESSES, ADDRESSES]);
  expect(await lookUp('push.example')).toEqual(ADDRESSES);
  expect(asked).toEqual(['push.example']);
});

test('without an answer it rejects, and what nobody waits for any more is not asked', async () => {
  const { asked, ask, answerNext } = resolver();
  const lookUp = createLookUp(ask, 20);
  const ended = await Promise.allSettled(names('push.example', 12).map(lookUp));
  expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['rejected']));
  answerNext();
  await Bun.sleep(0);
  expect(asked).toHaveLength(8);
  // Those that waited have given up their turn.
  void lookUp('later.push.example').catch(() => {});
  expect(asked.at(-1)).toBe('later.push.example');
});

test('a failure is not remembered', async () => {
  let isDown = true;
  const lookUp = createLookUp(async () => {
    if (isDown) throw new Error('no answer');
    return ADDRESSES;
  });
  await expect(lookUp('push.example')).rejects.toThrow('no answer');
  isDown = false;
  expect(await lookUp('push.example')).toEqual(ADDRESSES);
});

import { expect, test } from 'bun:test';
import { csvResponse } from './csv-response.ts';

/** Pages without end, and whether anyone still asks for them. */
function endlessPages() {
  const state = { made: 0, isOver: false };
  async function* make(): AsyncGenerator<number[], void> {
    try {
      for (;;) {
        state.made += 1;
        yield Array.from({ length: 1_000 }, (_, index) => state.made * 1_000 + index);
      }
    } finally {
      state.isOver = true;
    }
  }
  return { pages: make(), state };
}

const fileOf = (pages: AsyncIterable<number[]>) => ({
  fileName: 'numbers.csv',
  header: 'Number',
  pages,
  line: String,
});

const ask = (encoding: string) =>
  new Request('http://localhost/', { headers: { 'Accept-Encoding': encoding } });

test.each(['identity', 'gzip', 'br', 'zstd'])(
  'a reader who goes away ends the making (%s)',
  async (encoding) => {
    const { pages, state } = endlessPages();
    const reader = (await csvResponse(ask(encoding), fileOf(pages))).body?.getReader();
    while (state.made === 0) await reader?.read();
    await reader?.cancel();
    await Bun.sleep(20);
    expect(state.isOver).toBe(true);
  },
);

test('no more is made than is read', async () => {
  const { pages, state } = endlessPages();
  const reader = (await csvResponse(ask('identity'), fileOf(pages))).body?.getReader();
  while (state.made < 3) await reader?.read();
  await Bun.sleep(20);
  expect(state.made).toBeLessThan(30);
  await reader?.cancel();
});

test('an error in the middle breaks the answer off instead of ending it as if it were whole', async () => {
  async function* failing(): AsyncGenerator<number[], void> {
    yield [1, 2];
    throw new Error('the database went away');
  }
  const answer = await csvResponse(ask('identity'), fileOf(failing()));
  await expect(answer.text()).rejects.toThrow();
});

test('an error before anything was sent is thrown, so that the answer can say what it was', async () => {
  async function* failing(): AsyncGenerator<number[], void> {
    yield await Promise.reject(new Error('the database is away'));
  }
  await expect(csvResponse(ask('identity'), fileOf(failing()))).rejects.toThrow('the database is away');
});

test('a file without lines has its header', async () => {
  async function* nothing(): AsyncGenerator<number[], void> {
    yield [];
  }
  expect(await (await csvResponse(ask('identity'), fileOf(nothing()))).text()).toBe('Number\n');
});

test('whoever asks for the headers alone makes nothing be made', async () => {
  const { pages, state } = endlessPages();
  const request = new Request('http://localhost/', { method: 'HEAD' });
  const answer = await csvResponse(request, fileOf(pages));
  await Bun.sleep(20);
  expect([answer.headers.get('Content-Type'), state.made]).toEqual(['text/csv; charset=utf-8', 0]);
});

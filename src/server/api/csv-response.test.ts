import { expect, test } from 'bun:test';
import { csvResponse } from './csv-response.ts';

/** An endless generator that records whether it is still being read. */
function endlessPages() {
  const state = { pagesRead: 0, isOver: false };
  async function* generate(): AsyncGenerator<number[], void> {
    try {
      for (;;) {
        state.pagesRead += 1;
        yield Array.from({ length: 1_000 }, (_, index) => state.pagesRead * 1_000 + index);
      }
    } finally {
      state.isOver = true;
    }
  }
  return { pages: generate(), state };
}

const fileOf = (pages: AsyncIterable<number[]>) => ({
  fileName: 'numbers.csv',
  header: 'Number',
  pages,
  line: String,
});

const request = new Request('http://localhost/');

test('stops reading the pages when the client cancels', async () => {
  const { pages, state } = endlessPages();
  const reader = (await csvResponse(request, fileOf(pages))).body?.getReader();
  while (state.pagesRead === 0) await reader?.read();
  await reader?.cancel();
  await Bun.sleep(20);
  expect(state.isOver).toBe(true);
});

test('reads no more pages than the client needs', async () => {
  const { pages, state } = endlessPages();
  const reader = (await csvResponse(request, fileOf(pages))).body?.getReader();
  while (state.pagesRead < 3) await reader?.read();
  await Bun.sleep(20);
  expect(state.pagesRead).toBeLessThan(30);
  await reader?.cancel();
});

test('aborts the response if a later page fails', async () => {
  async function* failing(): AsyncGenerator<number[], void> {
    yield [1, 2];
    throw new Error('the database went away');
  }
  const response = await csvResponse(request, fileOf(failing()));
  await expect(response.text()).rejects.toThrow();
});

test('throws if the first page fails', async () => {
  async function* failing(): AsyncGenerator<number[], void> {
    yield await Promise.reject(new Error('the database is away'));
  }
  await expect(csvResponse(request, fileOf(failing()))).rejects.toThrow('the database is away');
});

test('sends the header of a file without lines', async () => {
  async function* nothing(): AsyncGenerator<number[], void> {
    yield [];
  }
  expect(await (await csvResponse(request, fileOf(nothing()))).text()).toBe('Number\n');
});

test('reads no page for a HEAD request', async () => {
  const { pages, state } = endlessPages();
  const head = new Request('http://localhost/', { method: 'HEAD' });
  const response = await csvResponse(head, fileOf(pages));
  await Bun.sleep(20);
  expect([response.headers.get('Content-Type'), state.pagesRead]).toEqual(['text/csv; charset=utf-8', 0]);
});

test('an export without rows has the header', async () => {
  async function* noPages(): AsyncGenerator<number[], void> {}
  async function* oneEmptyPage(): AsyncGenerator<number[], void> {
    yield [];
  }
  for (const pages of [noPages(), oneEmptyPage()]) {
    expect(await (await csvResponse(request, fileOf(pages))).text()).toBe('Number\n');
  }
});

import { expect, test } from 'bun:test';
import { CopyRefused } from './copy-refused.ts';
import { linesOf } from './lines.ts';

const MIB = 1024 * 1024;

async function* inChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

test.each([1, 2, 3, 7, 1000])('lines are the same in chunks of %p bytes', async (size) => {
  const lines = ['', 'സ്വർണ്ണ', '\uFEFFone', 'a\u2028b\rc', '', 'last'];
  const text = lines.map((line) => `${line}\n`).join('');
  expect(await Array.fromAsync(linesOf(inChunks(text, size)))).toEqual(lines);
});

test('a text that ends in the middle of a line is refused', async () => {
  await expect(Array.fromAsync(linesOf(inChunks('one\ntwo', 2)))).rejects.toThrow(/ends in the middle/);
});

test('a line of one mebibyte is read, also when it comes in small pieces', async () => {
  const line = 'x'.repeat(MIB);
  expect(await Array.fromAsync(linesOf(inChunks(`${line}\n`, 64)))).toEqual([line]);
});

test('a longer line is refused without reading it to its end', async () => {
  let sent = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (; sent < 64 * MIB; sent += 16 * 1024) yield new Uint8Array(16 * 1024).fill(120);
  }
  const reading = Array.fromAsync(linesOf(endless()));
  await expect(reading).rejects.toBeInstanceOf(CopyRefused);
  expect(sent).toBeLessThan(2 * MIB);
});

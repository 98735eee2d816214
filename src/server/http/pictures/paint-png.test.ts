import { expect, test } from 'bun:test';
import { createPngPainter } from './paint-png.ts';

const paintPng = createPngPainter();

const drawing = (size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"/>`;
/** Where a PNG keeps its width. */
const widthOf = (png: Uint8Array<ArrayBuffer>) => new DataView(png.buffer).getUint32(16);

test('paints each drawing for whoever asked for it, also after one that cannot be painted', async () => {
  const paintings = [10, 20, 30].map((size) => paintPng(drawing(size)));
  const failed = paintPng('<no drawing');
  const last = paintPng(drawing(40));
  expect(failed).rejects.toThrow();
  expect((await Promise.all([...paintings, last])).map(widthOf)).toEqual([10, 20, 30, 40]);
});

test('paints one at a time, in the order of asking', async () => {
  const done: number[] = [];
  // The first takes far longer than the others.
  const sizes = [1500, 10, 20];
  await Promise.all(sizes.map((size) => paintPng(drawing(size)).then(() => done.push(size))));
  expect(done).toEqual(sizes);
});

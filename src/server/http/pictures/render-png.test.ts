import { expect, test } from 'bun:test';
import { createPngRenderer } from './render-png.ts';

const renderPng = createPngRenderer();

const drawing = (size: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"/>`;
/** The width in the header of a PNG. */
const widthOf = (png: Uint8Array<ArrayBuffer>) => new DataView(png.buffer).getUint32(16);

test('returns each PNG to its caller, also after one that failed', async () => {
  const renderings = [10, 20, 30].map((size) => renderPng(drawing(size)));
  const failed = renderPng('<no drawing');
  const last = renderPng(drawing(40));
  expect(failed).rejects.toThrow();
  expect((await Promise.all([...renderings, last])).map(widthOf)).toEqual([10, 20, 30, 40]);
});

test('renders one at a time, in the order of the calls', async () => {
  const done: number[] = [];
  // The first takes far longer than the others.
  const sizes = [1500, 10, 20];
  await Promise.all(sizes.map((size) => renderPng(drawing(size)).then(() => done.push(size))));
  expect(done).toEqual(sizes);
});

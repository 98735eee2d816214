import { expect, test } from 'bun:test';
import { emblemSvg, FAVICON, PETAL_TURNS } from './emblem-shape.ts';

const favicon = Bun.file(new URL('../../../public/favicon.svg', import.meta.url));

test('the wheel has twelve spokes, evenly spread', () => {
  expect(PETAL_TURNS).toHaveLength(12);
  expect(new Set(PETAL_TURNS).size).toBe(12);
  expect(PETAL_TURNS[3]).toStartWith('rotate(90 ');
});

test('the committed icon is up to date', async () => {
  expect(await favicon.text()).toBe(emblemSvg(FAVICON));
});

import { expect, test } from 'bun:test';
import * as branding from './branding.ts';
import { isDrawNumber } from './draw-number.ts';
import { foldForSearch } from './text-search.ts';

const { PRODUCT_NAME, PRODUCT_NAME_ML, STATE_NAME, STATE_NAME_ML } = branding;

test('the prefix is a valid start of a draw number', () => {
  expect(isDrawNumber(`${branding.DRAW_NUMBER_PREFIX}1`)).toBe(true);
});

test('the file prefix needs no escaping in a URL or a header', () => {
  expect(branding.FILE_PREFIX).toMatch(/^[a-z-]+$/);
});

test('Malayalam names use atomic chillus', () => {
  for (const name of [PRODUCT_NAME_ML, STATE_NAME_ML]) {
    expect(foldForSearch(name)).toBe(name);
  }
});

test('no other module of core contains a name', async () => {
  const names = [PRODUCT_NAME, PRODUCT_NAME_ML, STATE_NAME, STATE_NAME_ML, branding.FILE_PREFIX];
  const modules = await Array.fromAsync(new Bun.Glob('*.ts').scan({ cwd: import.meta.dir, absolute: true }));
  const others = modules.filter((path) => !path.endsWith('.test.ts') && !path.endsWith('/branding.ts'));
  expect(others.length).toBeGreaterThan(0);
  for (const path of others) {
    const source = await Bun.file(path).text();
    expect({ path, spelled: names.filter((name) => source.includes(name)) }).toEqual({ path, spelled: [] });
  }
});

/** Files, links, decisions and settings that the documents name exist. */
import { describe, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  ...[...new Bun.Glob('docs/**/*.md').scanSync('.')].sort(),
].map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const PATH = /`((?:src|tests|bench|scripts|docs|deploy|public)\/[\w./@*-]*)`/g;
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)[^)]*\)/g;

const exists = (path: string) =>
  path.includes('*') ? [...new Bun.Glob(path).scanSync('.')].length > 0 : existsSync(path);

const missingPaths = (text: string) =>
  [...text.matchAll(PATH)].map(([, path = '']) => path).filter((path) => !exists(path));

const missingLinks = ({ path, text }: { path: string; text: string }) =>
  [...text.matchAll(LINK)].map(([, link = '']) => join(dirname(path), link)).filter((link) => !exists(link));

describe.each(documents)('$path', (document) => {
  test('names files that exist', () => {
    expect(missingPaths(document.text)).toEqual([]);
  });

  test('links to files that exist', () => {
    expect(missingLinks(document)).toEqual([]);
  });
});

test('the check reports paths and links that do not exist', () => {
  expect(missingPaths('`src/server/main.ts`, `src/nowhere.ts` and `tests/faults/nothing-*.ts`')).toEqual([
    'src/nowhere.ts',
    'tests/faults/nothing-*.ts',
  ]);
  const text = '[a](architecture.md) [b](decisions/9999-none.md) [c](https://example.org)';
  expect(missingLinks({ path: 'docs/a.md', text })).toEqual(['docs/decisions/9999-none.md']);
});

test('each decision has a unique number, the same in its file name and title', () => {
  const names = readdirSync('docs/decisions');
  const numbers = names.map((name) => Number(name.slice(0, 4)));
  expect(new Set(numbers).size).toBe(numbers.length);
  const titles = names.map((name) => /^# (\d+)\./.exec(readFileSync(`docs/decisions/${name}`, 'utf8'))?.[1]);
  expect(titles.map(Number)).toEqual(numbers);
});

test('docs/operations.md describes each environment variable', () => {
  const settings = readFileSync('src/server/config.ts', 'utf8').matchAll(/^ {2}([A-Z_]+): /gm);
  const operations = readFileSync('docs/operations.md', 'utf8');
  const missing = [...settings]
    .map(([, name = '']) => name)
    .filter((name) => !operations.includes(`\`${name}`));
  expect(missing).toEqual([]);
});

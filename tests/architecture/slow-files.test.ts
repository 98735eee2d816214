/** The list by which integration tests are ordered names files that exist. */
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import slow from '../slow-files.json' with { type: 'json' };

test('every slow file exists', () => {
  const files = Object.keys(slow.files);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

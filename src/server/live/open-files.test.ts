import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOpenFileLimit } from './stream-limits.ts';

function limitIn(text: string): number | null {
  const folder = mkdtempSync(join(tmpdir(), 'swarna-limits-'));
  try {
    writeFileSync(join(folder, 'limits'), text);
    return readOpenFileLimit(join(folder, 'limits'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const LIMITS = (soft: string) => `Limit                     Soft Limit           Hard Limit           Units
Max processes             63432                63432                processes
Max open files            ${soft.padEnd(20)} 1048576              files
Max locked memory         8388608              8388608              bytes
`;

test('reads the soft limit', () => {
  expect(limitIn(LIMITS('1024'))).toBe(1024);
});

test('knows none where there is none, or nothing to read', () => {
  expect(limitIn(LIMITS('unlimited'))).toBeNull();
  expect(limitIn('')).toBeNull();
  expect(readOpenFileLimit('/no/such/file')).toBeNull();
});

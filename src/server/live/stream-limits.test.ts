import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describeLoweredLimits, limitsWithin, readOpenFileLimit, STREAM_LIMITS } from './stream-limits.ts';

function limitsFor(openFiles: number | null) {
  const limits = limitsWithin(openFiles);
  return { streams: limits.streams, warning: describeLoweredLimits(limits, openFiles) };
}

test('are not lowered if enough files may be open, or if the limit is unknown', () => {
  for (const openFiles of [null, 21_200, 1_048_576]) {
    expect(limitsFor(openFiles)).toEqual({ streams: STREAM_LIMITS.streams, warning: null });
  }
  expect(STREAM_LIMITS.streams.public).toEqual({ total: 20_000, perSource: 5_000 });
});

test('are lowered if fewer files may be open, with a warning that says how to raise the limit', () => {
  const { streams, warning } = limitsFor(4_096);
  expect(streams.public).toEqual({ total: 2_896, perSource: 724 });
  expect(streams.admin).toEqual(STREAM_LIMITS.streams.admin);
  for (const part of ['2896', '4096', 'ulimit -n']) expect(warning).toContain(part);
});

test('always leave files for other uses, and a stream for visitors and staff', () => {
  fc.assert(
    fc.property(fc.integer({ min: 16, max: 30_000 }), (openFiles) => {
      const { streams } = limitsFor(openFiles);
      const reserve = openFiles - streams.public.total - streams.admin.total;
      expect(reserve).toBeGreaterThanOrEqual(Math.min(1_000, openFiles / 2));
      for (const { total, perSource } of Object.values(streams)) {
        expect(total).toBeGreaterThan(0);
        expect(perSource).toBeGreaterThan(0);
      }
    }),
  );
});

function openFileLimitIn(text: string): number | null {
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

test('reads the soft limit of open files', () => {
  expect(openFileLimitIn(LIMITS('1024'))).toBe(1024);
});

test('returns null without a limit or without the file', () => {
  expect(openFileLimitIn(LIMITS('unlimited'))).toBeNull();
  expect(openFileLimitIn('')).toBeNull();
  expect(readOpenFileLimit('/no/such/file')).toBeNull();
});

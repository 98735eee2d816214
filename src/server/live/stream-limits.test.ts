import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createLog } from '../log.ts';
import { limitsWithin, STREAM_LIMITS } from './stream-limits.ts';

function limitsFor(openFiles: number | null) {
  const lines: string[] = [];
  const { pools } = limitsWithin(
    openFiles,
    createLog('warn', { now: () => 0 }, (line) => lines.push(line)),
  );
  return { pools, lines };
}

test('stay as they are where files enough may be open, and where that is not known', () => {
  for (const openFiles of [null, 21_200, 1_048_576]) {
    expect(limitsFor(openFiles)).toEqual({ pools: STREAM_LIMITS.pools, lines: [] });
  }
  expect(STREAM_LIMITS.pools.public).toEqual({ inAll: 20_000, perSource: 5_000 });
});

test('are lowered where fewer files may be open, with one warning that says how to raise them', () => {
  const { pools, lines } = limitsFor(4_096);
  expect(pools.public).toEqual({ inAll: 2_896, perSource: 724 });
  expect(pools.admin).toEqual(STREAM_LIMITS.pools.admin);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('2896');
  expect(lines[0]).toContain('4096');
  expect(lines[0]).toContain('ulimit -n');
});

test('always leave files for everything else, and a stream for visitors and staff', () => {
  fc.assert(
    fc.property(fc.integer({ min: 16, max: 30_000 }), (openFiles) => {
      const { pools } = limitsFor(openFiles);
      const reserve = openFiles - pools.public.inAll - pools.admin.inAll;
      expect(reserve).toBeGreaterThanOrEqual(Math.min(1_000, openFiles / 2));
      for (const { inAll, perSource } of Object.values(pools)) {
        expect(inAll).toBeGreaterThan(0);
        expect(perSource).toBeGreaterThan(0);
      }
    }),
  );
});

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { describeLoweredLimits, limitsWithin, STREAM_LIMITS } from './stream-limits.ts';

function limitsFor(openFiles: number | null) {
  const limits = limitsWithin(openFiles);
  return { pools: limits.pools, warning: describeLoweredLimits(limits, openFiles) };
}

test('stay as they are where files enough may be open, and where that is not known', () => {
  for (const openFiles of [null, 21_200, 1_048_576]) {
    expect(limitsFor(openFiles)).toEqual({ pools: STREAM_LIMITS.pools, warning: null });
  }
  expect(STREAM_LIMITS.pools.public).toEqual({ inAll: 20_000, perSource: 5_000 });
});

test('are lowered where fewer files may be open, with a warning that says how to raise them', () => {
  const { pools, warning } = limitsFor(4_096);
  expect(pools.public).toEqual({ inAll: 2_896, perSource: 724 });
  expect(pools.admin).toEqual(STREAM_LIMITS.pools.admin);
  for (const part of ['2896', '4096', 'ulimit -n']) expect(warning).toContain(part);
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

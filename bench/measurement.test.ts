import { expect, test } from 'bun:test';
import { judge, type Measurement, medianOf, ratioToAnchor } from './measurement.ts';

const measured = (ours: number[], others?: number[]): Measurement => ({
  name: 'requests',
  unit: '/s',
  ours,
  ...(others && { anchor: { name: 'nginx', samples: others } }),
});

test('a goal of the median compares the median of our samples with the limit', () => {
  const atMost = { of: 'median', kind: 'at most', limit: 80 } as const;
  expect(judge(measured([70, 80, 500]), atMost)).toBe('reached');
  expect(judge(measured([70, 81, 82]), atMost)).toBe('not reached');
});

test('a goal of the worst sample is not reached if one sample misses it', () => {
  const atMost = { of: 'worst', kind: 'at most', limit: 0 } as const;
  expect([judge(measured([0, 0]), atMost), judge(measured([0, 1, 0]), atMost)]).toEqual([
    'reached',
    'not reached',
  ]);
  const atLeast = { of: 'worst', kind: 'at least', limit: 95 } as const;
  expect([judge(measured([95, 99]), atLeast), judge(measured([94, 99, 99]), atLeast)]).toEqual([
    'reached',
    'not reached',
  ]);
});

test('a goal of the ratio compares the median ratio with the limit', () => {
  const atLeast = { of: 'ratio', kind: 'at least', limit: 0.8 } as const;
  expect(judge(measured([8, 9], [10, 10]), atLeast)).toBe('reached');
  expect(judge(measured([7, 8], [10, 10]), atLeast)).toBe('not reached');
});

test('without samples of one side nothing is measured', () => {
  const atLeast = { of: 'ratio', kind: 'at least', limit: 0.8 } as const;
  expect(judge(measured([], [10]), atLeast)).toBe('not measured');
  expect(judge(measured([8], []), atLeast)).toBe('not measured');
  expect(judge(measured([8]), atLeast)).toBe('not measured');
  expect([medianOf(measured([])), ratioToAnchor(measured([1]))]).toEqual([undefined, undefined]);
});

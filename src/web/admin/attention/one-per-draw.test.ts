import { expect, test } from 'bun:test';
import type { AttentionItem } from '../../../contract/attention.ts';
import { onePerDraw } from './one-per-draw.ts';

const item = (kind: AttentionItem['kind'], drawId?: string): AttentionItem => ({
  kind,
  since: '2026-11-15T08:30:00.000Z',
  text: '',
  ...(drawId && { drawId }),
});

test('a draw that waits for approval says so, whatever its first reason', () => {
  const items = [item('overdue', 'a'), item('overdue', 'b'), item('approval', 'a'), item('approval', 'c')];
  expect(onePerDraw(items).map(({ drawId, needsApproval }) => [drawId, needsApproval])).toEqual([
    ['a', true],
    ['b', false],
    ['c', true],
  ]);
});

test('a draw is listed once, for its first reason', () => {
  const items = [
    item('overdue', 'a'),
    item('missing'),
    item('held', 'b'),
    item('held', 'a'),
    item('missing'),
  ];
  expect(onePerDraw(items).map(({ kind, drawId }) => [kind, drawId])).toEqual([
    ['overdue', 'a'],
    ['missing', undefined],
    ['held', 'b'],
    ['missing', undefined],
  ]);
});

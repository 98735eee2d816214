import { describe, expect, test } from 'bun:test';
import { type DrawScope, includesDraw } from './draw-scope.ts';

describe('a draw is in the scopes in which the server returns it', () => {
  const draw = {
    date: '2026-11-15',
    slot: '12:00',
    drawNo: 'SC151120262',
    digits: ['9', '0', '2', '1', '0'],
  } as const satisfies Parameters<typeof includesDraw>[1];

  test.each<[DrawScope, boolean]>([
    [{}, true],
    [{ date: '2026-11-15' }, true],
    [{ date: '2026-11-16' }, false],
    [{ month: '2026-11', date: null }, true],
    [{ month: '2026-10' }, false],
    [{ slot: '12:00' }, true],
    [{ slot: '14:00' }, false],
    [{ from: '2026-11-15' }, true],
    [{ from: '2026-11-16' }, false],
    [{ before: '2026-11-16' }, true],
    [{ before: '2026-11-15' }, false],
    [{ q: '' }, true],
    [{ q: '9' }, true],
    [{ q: '7' }, false],
    [{ q: 'sc1511' }, true],
    [{ q: '210' }, true],
    [{ q: '902' }, false],
    [{ endsWith: '10' }, true],
    [{ endsWith: '1' }, false],
    [{ endsWith: null }, true],
    [{ date: '2026-11-16', drawNo: 'SC151120262' }, true],
    [{ date: '2026-11-16', drawNo: 'SC161120262' }, false],
  ])('%j: %p', (scope, expected) => {
    expect(includesDraw(scope, draw)).toBe(expected);
  });
});

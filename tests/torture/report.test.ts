import { describe, expect, test } from 'bun:test';
import { describeLateness, type Run, writeRow } from './report.ts';

const DOCUMENT = `# Reliability

<!-- torture: npm run torture writes what follows -->
<!-- torture: end -->

The end.
`;

const RUN: Run = {
  command: 'npm run torture -- --minutes 10',
  date: '2026-11-15',
  commit: 'abc1234',
  seed: 42,
  scenario: { title: 'Days', unit: 'days' },
  seconds: 59.6,
  figures: {
    done: 12_345,
    faults: '3 crashes',
    leaked: null,
    lost: 0,
    doubled: 0,
    early: 0,
    lateness: [],
    serverErrors: null,
    unavailable: 2,
    violations: [],
  },
};

const rowsOf = (document: string) => document.split('\n').filter((line) => line.startsWith('| '));

describe('writeRow', () => {
  test('creates the table with its header and one row', () => {
    const document = writeRow(DOCUMENT, RUN);
    expect(document).toStartWith('# Reliability\n\n<!--');
    expect(document).toEndWith('<!-- torture: end -->\n\nThe end.\n');
    const [head, rule, row] = rowsOf(document);
    expect(head).toStartWith('| scenario | command | date |');
    expect(rule).toStartWith('| --- | --- |');
    expect(row).toBe(
      '| Days | `npm run torture -- --minutes 10` | 2026-11-15 | abc1234 | 42 | 12,345 days in 60 s | 3 crashes | – | 0 | 0 | 0 | – | – | 2 | green |',
    );
  });

  test('replaces the row of the same scenario and command', () => {
    const other = { ...RUN, command: 'npm run torture -- --only days --count 10000' };
    const red = { ...RUN, figures: { ...RUN.figures, violations: ['A result is lost.'] } };
    const document = [RUN, other, red].reduce(writeRow, DOCUMENT);
    expect(rowsOf(document)).toHaveLength(4);
    expect(rowsOf(document)[3]).toEndWith('| RED |');
  });
});

test('describeLateness returns the median, the 99th percentile, the maximum and the count', () => {
  const lateness = Array.from({ length: 200 }, (_, index) => 200 - index);
  expect(describeLateness(lateness)).toBe('100 / 198 / 200 ms (200)');
  expect(describeLateness([])).toBe('–');
});

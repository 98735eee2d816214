import { expect, test } from 'bun:test';
import { batchesOf, type TableRow } from './row-batches.ts';

const MIB = 1024 * 1024;

async function sizesOf(rows: TableRow[]): Promise<[string, number][]> {
  async function* source(): AsyncGenerator<TableRow> {
    yield* rows;
  }
  const batches = await Array.fromAsync(batchesOf(source()));
  expect(batches.flatMap(({ rows: texts }) => texts)).toEqual(rows.map(({ row }) => row));
  return batches.map(({ table, rows: texts }) => [table, texts.length]);
}

const repeat = (count: number, table: string, row: string): TableRow[] =>
  Array.from({ length: count }, () => ({ table, row }));

test('a batch has rows of one table, and at most 500', async () => {
  expect(await sizesOf([])).toEqual([]);
  expect(
    await sizesOf([...repeat(501, 'a', '{}'), ...repeat(2, 'b', '{}'), ...repeat(1, 'a', '{}')]),
  ).toEqual([
    ['a', 500],
    ['a', 1],
    ['b', 2],
    ['a', 1],
  ]);
});

test('a batch of long rows has fewer', async () => {
  expect(await sizesOf(repeat(5, 'a', 'x'.repeat(MIB)))).toEqual([
    ['a', 4],
    ['a', 1],
  ]);
  expect(await sizesOf(repeat(2, 'a', 'x'.repeat(5 * MIB)))).toEqual([
    ['a', 1],
    ['a', 1],
  ]);
});

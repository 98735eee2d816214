/** Splits rows for statements: both engines limit the number of parameters. */

const ROWS_PER_STATEMENT = 500;

export const inBatches = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / ROWS_PER_STATEMENT) }, (_, batch) =>
    items.slice(batch * ROWS_PER_STATEMENT, (batch + 1) * ROWS_PER_STATEMENT),
  );

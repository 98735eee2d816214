/** Tables of figures, for Markdown and for the terminal. */

export type Row = readonly string[];

/** With as many digits as a reader needs. */
export function formatNumber(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits });
}

const writeLine = (cells: Row): string => `| ${cells.join(' | ')} |`;

export const writeTable = (head: Row, rows: readonly Row[]): string =>
  [head, head.map(() => '---'), ...rows].map(writeLine).join('\n');

/** The same table with aligned columns. */
export function alignTable(head: Row, rows: readonly Row[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

// biome-ignore-all lint/a11y/noRedundantRoles: the stylesheet makes cards of rows, and some browsers then forget.
/** A table of results: on a phone its rows become cards, and it says all the same that it is a table. */
import type { ReactNode } from 'react';

interface ChartTableProps {
  caption: string;
  headings: readonly string[];
  /** The rows. */
  children: ReactNode;
}

export function ChartTable({ caption, headings, children }: ChartTableProps) {
  return (
    <div className="chart-box chart-cards">
      <table role="table" className="chart">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {headings.map((heading) => (
              <th key={heading} scope="col" role="columnheader">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">{children}</tbody>
      </table>
    </div>
  );
}

export function ChartRow({ isToday, children }: { isToday: boolean; children: ReactNode }) {
  return (
    <tr role="row" data-today={isToday || undefined}>
      {children}
    </tr>
  );
}

export function RowHeading({ children }: { children: ReactNode }) {
  return (
    <th scope="row" role="rowheader">
      {children}
    </th>
  );
}

export function ChartCell({ children }: { children: ReactNode }) {
  return <td role="cell">{children}</td>;
}

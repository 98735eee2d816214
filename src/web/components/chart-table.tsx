// biome-ignore-all lint/a11y/noRedundantRoles: without roles, some browsers lose the table when CSS shows its rows as cards.
/** A table of results, whose rows are cards on a phone and stay a table for screen readers. */
import type { ReactNode } from 'react';

interface ChartTableProps {
  caption: string;
  headings: readonly string[];
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

// biome-ignore-all lint/a11y/noRedundantRoles: see below.
// biome-ignore-all lint/a11y/useSemanticElements: see below.
/**
 * A table of results, whose rows are cards on a phone. Some browsers lose the meaning of table elements that CSS shows
 * as blocks, so roles provide it. HTML allows roles on rows and cells only in a table that is none for screen readers:
 * the element around it has the role.
 */
import type { ReactNode } from 'react';

interface ChartTableProps {
  caption: string;
  headings: readonly string[];
  children: ReactNode;
}

export function ChartTable({ caption, headings, children }: ChartTableProps) {
  return (
    <div role="table" aria-label={caption} className="chart-box chart-cards">
      <table role="none" className="chart">
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

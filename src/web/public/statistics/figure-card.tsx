/** A card with one figure: heading, explanation, drawing, and the same as a table. */
import type { ReactNode } from 'react';

interface FigureCardProps {
  id: string;
  heading: string;
  text: string;
  children: ReactNode;
}

export const FigureCard = ({ id, heading, text, children }: FigureCardProps) => (
  <section aria-labelledby={id} className="figure-card thread-edge">
    <h2 id={id} className="mb-1 text-xl sm:text-2xl">
      {heading}
    </h2>
    <p className="mb-4 max-w-prose text-ink-soft">{text}</p>
    {children}
  </section>
);

interface AsTableProps {
  summary: string;
  /** What the table is about: the summary alone is the same for all of them. */
  caption: string;
  /** For ten columns of figures. */
  isDense?: boolean;
  head: ReactNode;
  children: ReactNode;
}

/** For screen readers, and for everyone who prefers figures. */
export const AsTable = ({ summary, caption, isDense, head, children }: AsTableProps) => (
  <details className="as-table screen-only">
    <summary>
      {summary}
      <span className="sr-only">: {caption}</span>
    </summary>
    <div className="as-table-box">
      <table data-dense={isDense}>
        <caption className="sr-only">{caption}</caption>
        <thead>{head}</thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  </details>
);

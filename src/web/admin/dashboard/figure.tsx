/** A named figure of a list on the dashboard, with a smaller line below it. */
import type { ReactNode } from 'react';

export const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-ink-soft">{name}</dt>
    <dd className="text-lg font-semibold">{children}</dd>
  </div>
);

export const Detail = ({ children }: { children: ReactNode }) => (
  <span className="block text-sm font-medium text-ink-soft">{children}</span>
);

/** A section of a screen with a heading. */
import { type ReactNode, useId } from 'react';

interface PanelProps {
  title: string;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Panel({ title, actions, className = '', children }: PanelProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={`thread-edge min-w-0 rounded-card bg-cloth p-4 sm:p-5 ${className}`}
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

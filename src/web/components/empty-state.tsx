/** Shown in place of an empty list: the reason and one action. */
import type { ReactNode } from 'react';
import { Emblem } from './emblem.tsx';

export function EmptyState({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="thread-edge grid justify-items-center gap-3 rounded-card bg-cloth px-6 py-12 text-center">
      <Emblem className="size-20 text-gold opacity-70" />
      <h2 className="text-2xl">{title}</h2>
      <p className="max-w-md text-ink-soft">{text}</p>
      <div className="screen-only mt-2">{children}</div>
    </div>
  );
}

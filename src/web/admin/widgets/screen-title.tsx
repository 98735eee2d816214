/** The heading of a screen and title of the browser tab, with the actions of the screen. */
import type { ReactNode } from 'react';
import { useMessages } from '../../i18n/i18n.tsx';

export function ScreenTitle({ children, actions }: { children: string; actions?: ReactNode }) {
  const { productName } = useMessages();
  return (
    <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
      <title>{`${children} · ${productName}`}</title>
      <h1 className="text-2xl sm:text-3xl">{children}</h1>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </div>
  );
}

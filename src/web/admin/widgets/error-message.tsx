/** An error message, announced by screen readers. */
import type { ReactNode } from 'react';
import { WarningIcon } from './panel-icons.tsx';

export const ErrorMessage = ({ children }: { children: ReactNode }) => (
  <div
    role="alert"
    className="flex items-start gap-2.5 rounded-control border-2 border-ember bg-ground p-3 font-semibold text-ember"
  >
    <WarningIcon />
    <p>{children}</p>
  </div>
);

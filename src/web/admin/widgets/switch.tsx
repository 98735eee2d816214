/** A labelled switch. */
import { Switch as Base } from '@base-ui/react/switch';
import type { ReactNode } from 'react';

interface SwitchProps {
  isOn: boolean;
  onChange(on: boolean): void;
  isBusy?: boolean;
  describedBy?: string;
  /** The label. */
  children: ReactNode;
}

export const Switch = ({ isOn, onChange, isBusy = false, describedBy, children }: SwitchProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is a control, though not one that Biome knows.
  <label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 font-semibold">
    <Base.Root
      checked={isOn}
      onCheckedChange={onChange}
      readOnly={isBusy}
      aria-busy={isBusy}
      aria-describedby={describedBy}
      className="flex h-7 w-12 shrink-0 items-center rounded-full border-2 border-ink-soft bg-ground p-0.5 transition-colors aria-busy:opacity-60 data-checked:border-palm data-checked:bg-palm"
    >
      <Base.Thumb className="size-5 rounded-full bg-ink-soft transition-transform data-checked:translate-x-5 data-checked:bg-on-strong" />
    </Base.Root>
    <span>{children}</span>
  </label>
);

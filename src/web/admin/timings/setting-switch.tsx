/** A setting that is on or off, with what it does in words. */
import { type ReactNode, useId } from 'react';
import { Switch } from '../widgets/switch.tsx';

interface SettingSwitchProps {
  name: string;
  isOn: boolean;
  /** What is saved, where that differs. */
  saved: boolean | undefined;
  onChange(on: boolean): void;
  children: ReactNode;
}

export function SettingSwitch({ name, isOn, saved, onChange, children }: SettingSwitchProps) {
  const id = useId();
  return (
    <div>
      <Switch isOn={isOn} onChange={onChange} describedBy={id}>
        {name}
      </Switch>
      <p id={id} className="text-sm text-ink-soft sm:ml-14.5">
        {children}
        {saved !== undefined && ` Saved: ${saved ? 'on' : 'off'}.`}
      </p>
    </div>
  );
}

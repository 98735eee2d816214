/** The list of the keys that work on this screen, with a switch that turns them off. */
import { Dialog } from '../widgets/dialog.tsx';
import { Switch } from '../widgets/switch.tsx';

export interface Shortcut {
  key: string;
  /** What it does. */
  label: string;
  /** Missing for a key that a control handles itself; it is only listed. */
  run?: (() => void) | undefined;
}

interface KeysDialogProps {
  isOpen: boolean;
  onClose(): void;
  shortcuts: readonly Shortcut[];
  areOn: boolean;
  onTurn(on: boolean): void;
}

const HELP: Shortcut = { key: '?', label: 'This list' };

const NAMES: Readonly<Record<string, string>> = { enter: 'Enter', escape: 'Esc' };

export const KeysDialog = ({ isOpen, onClose, shortcuts, areOn, onTurn }: KeysDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onClose}
    title="Keys"
    description="They work on this screen while you are not typing in a field."
  >
    <dl className="divide-y divide-thread">
      {[...shortcuts, HELP].map(({ key, label }) => (
        <div key={key} className="flex items-center gap-4 py-2">
          <dt className="w-16 shrink-0">
            <kbd className="inline-block min-w-9 rounded-control border-2 border-ink-soft bg-ground px-2 py-0.5 text-center font-sans font-bold">
              {NAMES[key] ?? key}
            </kbd>
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
    <div className="mt-3">
      <Switch isOn={areOn} onChange={onTurn}>
        Single keys
      </Switch>
      <p className="text-sm text-ink-soft">
        Turn them off if they get in the way of speech input or another program.
      </p>
    </div>
  </Dialog>
);

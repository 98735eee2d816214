/** Keyboard shortcuts of the panel: each screen registers its keys, and `?` lists them. */
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { createRequiredContext } from '../../hooks/required-context.ts';
import { createPreference, usePreference } from '../../preferences/preference.ts';
import { KeysDialog, type Shortcut } from './keys-dialog.tsx';

interface Keys {
  /** Returns the function that removes it. */
  register(shortcut: Shortcut): () => void;
  showList(): void;
}

const [KeysContext, useKeys] = createRequiredContext<Keys>('Keys');

export { useKeys };

/** WCAG 2.1.4: it must be possible to turn off shortcuts that consist of a single character. */
const singleKeys = createPreference('single-keys', ['off']);

export function KeysProvider({ children }: { children: ReactNode }) {
  const shortcuts = useRef(new Set<Shortcut>());
  const [listed, setListed] = useState<readonly Shortcut[]>([]);
  const [isListOpen, setListOpen] = useState(false);
  const areOn = usePreference(singleKeys) !== 'off';

  const keys = useMemo<Keys>(
    () => ({
      register(shortcut) {
        shortcuts.current.add(shortcut);
        return () => void shortcuts.current.delete(shortcut);
      },
      showList() {
        setListed([...shortcuts.current]);
        setListOpen(true);
      },
    }),
    [],
  );

  useEffect(() => {
    if (!areOn) return;
    function onKeyDown(event: KeyboardEvent): void {
      if (!isShortcut(event)) return;
      const key = event.key.toLowerCase();
      const run = key === '?' ? keys.showList : [...shortcuts.current].find((each) => each.key === key)?.run;
      if (!run) return;
      event.preventDefault();
      run();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [keys, areOn]);

  return (
    <KeysContext value={keys}>
      {children}
      <KeysDialog
        isOpen={isListOpen}
        onClose={() => setListOpen(false)}
        shortcuts={listed}
        areOn={areOn}
        onTurn={(on) => singleKeys.write(on ? null : 'off')}
      />
    </KeysContext>
  );
}

const OWN_KEYS =
  'input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

/** Keys do nothing while somebody types, nor in a dialog or a menu. */
const isShortcut = ({
  defaultPrevented,
  ctrlKey,
  altKey,
  metaKey,
  repeat,
  isComposing,
  target,
}: KeyboardEvent) =>
  !(defaultPrevented || ctrlKey || altKey || metaKey || repeat || isComposing) &&
  !(target instanceof Element && target.closest(OWN_KEYS));

/** Registers a key while the component is shown. */
export function useKey(key: string, label: string, run?: () => void): void {
  const { register } = useKeys();
  const runLatest = useEffectEvent(() => run?.());
  const isListedOnly = run === undefined;
  useEffect(
    () => register({ key, label, run: isListedOnly ? undefined : () => runLatest() }),
    [register, key, label, isListedOnly],
  );
}

/** For a screen with a search field. */
export const useSearchKey = (): void =>
  useKey('/', 'Search', () => document.querySelector<HTMLElement>('main input[type="search"]')?.focus());

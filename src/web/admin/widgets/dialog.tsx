/** A modal dialog in the style of the panel. */
import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { CloseIcon } from '../../components/icons.tsx';

interface DialogProps {
  isOpen: boolean;
  onClose(): void;
  title: string;
  description?: string;
  /** A click outside does not close it. */
  keepOpen?: boolean;
  /** Neither Escape nor a click outside closes it, only its own buttons. */
  mustAnswer?: boolean;
  /** Selects the field that gets the focus; without it the first one. */
  firstField?: string;
  /** For forms with long texts. */
  isWide?: boolean;
  children: ReactNode;
}

const FIRST_FIELD = ':is(input, select, textarea):not([readonly], [aria-hidden])';

/** The portals of dialogs are appended to the document in the order in which they open. */
const lastOpened = (): Element | undefined =>
  [...document.querySelectorAll(':is([role=dialog], [role=alertdialog])[data-open]')].at(-1);

export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  keepOpen = false,
  mustAnswer = false,
  firstField = FIRST_FIELD,
  isWide = false,
  children,
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);

  function change(open: boolean, details: Base.Root.ChangeEventDetails): void {
    // Escape closes only the dialog that was opened last, even before it has the focus.
    const isForAnother = !popup.current?.contains(document.activeElement) || lastOpened() !== popup.current;
    if (details.reason === 'escape-key' && (mustAnswer || isForAnother)) details.cancel();
    else if (!open) onClose();
  }

  /**
   * Focuses a field, except after a touch, where that would open the keyboard. `autoFocus` would move the focus
   * before the dialog has stored which element to give it back to.
   */
  const chooseFocus = (opening: string) =>
    opening === 'touch' || (popup.current?.querySelector<HTMLElement>(firstField) ?? true);

  // The same z-index for all parts: a dialog that opens later covers the earlier one completely.
  return (
    <Base.Root open={isOpen} onOpenChange={change} disablePointerDismissal={keepOpen || mustAnswer}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-50 bg-ink/40 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 dark:bg-ground/70" />
        <Base.Popup
          ref={popup}
          initialFocus={chooseFocus}
          className={`kasavu-edge fixed top-[calc(50%-var(--toast-space,0px)/2)] left-1/2 z-50 max-h-[calc(100dvh-2rem-var(--toast-space,0px))] w-[calc(100vw-2rem)] ${isWide ? 'max-w-3xl' : 'max-w-lg'} -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-card bg-cloth p-5 text-ink shadow-card transition-[opacity,scale] duration-200 data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0 sm:p-6`}
        >
          <div className="flex items-start justify-between gap-4">
            <div>
              <Base.Title className="text-xl">{title}</Base.Title>
              {description && (
                <Base.Description className="mt-1 text-ink-soft">{description}</Base.Description>
              )}
            </div>
            {!mustAnswer && (
              <Base.Close
                aria-label="Close"
                className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-ground hover:text-maroon"
              >
                <CloseIcon />
              </Base.Close>
            )}
          </div>
          <div className="mt-4">{children}</div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

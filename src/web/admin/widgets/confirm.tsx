/** Asks for confirmation in a dialog. */
import { AlertDialog } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { ACTION, MAIN_ACTION } from '../../components/control-classes.ts';
import { createRequiredContext } from '../../hooks/required-context.ts';
import { useAsyncDialog } from './use-async-dialog.ts';

interface Question {
  title: string;
  text: string;
  /** Shown below the text. */
  details?: ReactNode;
  /** The text of the confirming button. */
  action: string;
}

type Ask = (question: Question) => Promise<boolean>;

const [ConfirmContext, useConfirm] = createRequiredContext<Ask>('Confirm');

export { useConfirm };

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const { asked, isOpen, ask, answer } = useAsyncDialog<Question, boolean>();
  return (
    <ConfirmContext value={ask}>
      {children}
      <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && answer(false)}>
        <AlertDialog.Portal>
          <AlertDialog.Backdrop className="fixed inset-0 z-50 bg-ink/40 dark:bg-ground/70" />
          <AlertDialog.Popup className="kasavu-edge fixed top-[calc(50%-var(--toast-space,0px)/2)] left-1/2 z-50 max-h-[calc(100dvh-2rem-var(--toast-space,0px))] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-card bg-cloth p-5 text-ink shadow-card sm:p-6">
            <AlertDialog.Title className="text-xl">{asked?.title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-ink-soft">{asked?.text}</AlertDialog.Description>
            {asked?.details}
            <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
              <AlertDialog.Close className={ACTION}>Cancel</AlertDialog.Close>
              <button type="button" className={MAIN_ACTION} onClick={() => answer(true)}>
                {asked?.action}
              </button>
            </div>
          </AlertDialog.Popup>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </ConfirmContext>
  );
}

/** Toasts: short messages about what happened, some with an Undo button. */
import { Toast } from '@base-ui/react/toast';
import { type ReactNode, useMemo } from 'react';
import { CheckIcon, CloseIcon } from '../../components/icons.tsx';
import { reserveToastSpace } from './toast-space.ts';

const SHOWN_MS = 5_000;
/** How long a deletion can be undone. */
export const UNDO_MS = 8_000;

interface UndoableTexts {
  text: string;
  /** The name of the row. */
  detail: string;
}

interface ToastAction {
  label: string;
  run(): void;
}

export interface Toasts {
  /** Replaces the former success message. With an action it is shown as long as an Undo. */
  success(text: string, detail?: ReactNode, action?: ToastAction): void;
  /** Stays until it is dismissed or the action is repeated. */
  failure(text: string, id?: string): void;
  forgetFailure(id: string): void;
  /** Calls either `onUndo` or, when the time is over, `onDone`. Returns the function that ends the time. */
  undoable(texts: UndoableTexts, onUndo: () => void, onDone: () => void): () => void;
}

export function useToasts(): Toasts {
  const { add, close } = Toast.useToastManager();
  return useMemo(
    () => ({
      success: (text, detail = null, action = undefined) =>
        void add({
          id: 'success',
          title: text,
          description: detail,
          type: 'success',
          timeout: action ? UNDO_MS : SHOWN_MS,
          ...(action && {
            actionProps: {
              children: action.label,
              onClick() {
                close('success');
                action.run();
              },
            },
          }),
        }),
      failure: (text, id = text) =>
        void add({ id, title: text, type: 'failure', timeout: 0, priority: 'high' }),
      forgetFailure: (id) => close(id),
      undoable({ text, detail }, onUndo, onDone) {
        let isSettled = false;
        const settle = (how: () => void) => {
          if (isSettled) return;
          isSettled = true;
          how();
        };
        const id = add({
          title: text,
          description: detail,
          type: 'success',
          timeout: UNDO_MS,
          actionProps: {
            children: 'Undo',
            onClick() {
              settle(onUndo);
              close(id);
            },
          },
          onClose: () => settle(onDone),
        });
        return () => {
          settle(onDone);
          close(id);
        };
      },
    }),
    [add, close],
  );
}

export const ToastProvider = ({ children }: { children: ReactNode }) => (
  // More than anybody causes within seconds: a toast with an Undo must not be hidden by others.
  <Toast.Provider limit={50}>
    {children}
    <Toast.Portal>
      <Toast.Viewport
        ref={reserveToastSpace}
        className="fixed right-4 bottom-4 z-[60] flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-sm flex-col gap-2 overflow-y-auto"
      >
        <ToastList />
      </Toast.Viewport>
    </Toast.Portal>
  </Toast.Provider>
);

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="rounded-control border-2 border-palm bg-cloth text-ink shadow-card transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 data-[type=failure]:order-last data-[type=failure]:border-ember"
    >
      <Toast.Content className="flex items-center gap-3 py-2 pr-2 pl-4">
        {toast.type === 'success' && (
          <span className="text-palm">
            <CheckIcon />
          </span>
        )}
        <div className="min-w-0 grow">
          <Toast.Title className="text-base font-semibold" />
          <Toast.Description className="line-clamp-2 text-sm break-words text-ink-soft" />
        </div>
        {toast.actionProps && (
          <Toast.Action className="min-h-11 rounded-control px-3 font-semibold text-maroon hover:bg-ground" />
        )}
        <Toast.Close
          aria-label="Dismiss"
          className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-ground"
        >
          <CloseIcon />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}

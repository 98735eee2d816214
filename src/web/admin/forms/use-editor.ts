/** The life of a form in a dialog: that of any form, and not closed by mistake once something was typed into it. */
import { useState } from 'react';
import { useDiscardQuestion, useUnsavedGuard } from './unsaved-work.tsx';
import { type FormRules, type FormState, useForm } from './use-form.ts';

export interface Editor extends FormState {
  /** Asks first if something was typed. */
  close(): Promise<void>;
}

/** `send` answers false when the person would rather not after all; otherwise the dialog is closed. */
export function useEditor<Values>({ send, ...rules }: FormRules<Values>, onClosed: () => void): Editor {
  const [isDirty, setDirty] = useState(false);
  const mayDiscard = useDiscardQuestion();
  useUnsavedGuard(isDirty);
  const form = useForm({
    ...rules,
    async send(values) {
      if ((await send(values)) !== false) onClosed();
    },
  });
  return {
    ...form,
    onInput(event) {
      setDirty(true);
      form.onInput(event);
    },
    async close() {
      if (!isDirty || (await mayDiscard())) onClosed();
    },
  };
}

/** A form with its fields, what is wrong with the whole of it, and the button that sends it. */
import type { ReactNode } from 'react';
import { ACTION, MAIN_ACTION } from '../../components/actions.ts';
import { Alert } from '../widgets/alert.tsx';
import { isSaidBesideField } from './form-problem.ts';
import type { Form as FormState } from './use-form.ts';

interface FormProps {
  form: Pick<FormState<object>, 'ref' | 'problem' | 'isSending' | 'onSubmit'>;
  /** What the button says. */
  action: string;
  /** What it says while the form is on its way. */
  sending: string;
  /** With it there is a way out beside the button. */
  onCancel?: () => void;
  cancelText?: string;
  children: ReactNode;
}

export function Form({ form, action, sending, onCancel, cancelText = 'Cancel', children }: FormProps) {
  const { ref, problem, isSending, onSubmit } = form;
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={(event) => onSubmit(event)}
      className="space-y-4"
      aria-busy={isSending}
    >
      {problem && !isSaidBesideField(problem) && <Alert>{problem.text}</Alert>}
      {children}
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        {onCancel && (
          <button type="button" className={ACTION} onClick={onCancel}>
            {cancelText}
          </button>
        )}
        {/* Not `disabled`: that would take the focus away from it. */}
        <button
          type="submit"
          aria-disabled={isSending}
          className={`${MAIN_ACTION} aria-disabled:opacity-60 ${onCancel ? '' : 'w-full'}`}
        >
          {isSending ? sending : action}
        </button>
      </div>
    </form>
  );
}

/** The markup of a form: its problem, its fields and its buttons. */
import type { ReactNode } from 'react';
import { ACTION, MAIN_ACTION } from '../../components/control-classes.ts';
import { ErrorMessage } from '../widgets/error-message.tsx';
import { isSaidBesideField } from './form-problem.ts';
import type { FormState } from './use-form.ts';

interface FormProps {
  form: Pick<FormState<object>, 'ref' | 'problem' | 'isSending' | 'onSubmit'>;
  /** The text of the submit button. */
  action: string;
  /** Its text while the form is being sent. */
  sending: string;
  /** With it there is a Cancel button. */
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
      {problem && !isSaidBesideField(problem) && <ErrorMessage>{problem.text}</ErrorMessage>}
      {children}
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
        {onCancel && (
          <button type="button" className={ACTION} onClick={onCancel}>
            {cancelText}
          </button>
        )}
        {/* Not `disabled`: the button would lose the focus. */}
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

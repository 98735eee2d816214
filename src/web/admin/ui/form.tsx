/** A form with its fields, what is wrong with the whole of it, and the button that sends it. */
import type { ReactNode } from 'react';
import { MAIN_ACTION } from '../../components/actions.ts';
import { isSaidBesideField } from '../data/form-problem.ts';
import { Alert } from './alert.tsx';
import type { FormState } from './use-form.ts';

interface FormProps {
  form: FormState;
  /** What the button says. */
  action: string;
  /** What it says while the form is on its way. */
  sending: string;
  children: ReactNode;
}

export function Form({ form: { problem, isSending, onSubmit }, action, sending, children }: FormProps) {
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4" aria-busy={isSending}>
      {problem && !isSaidBesideField(problem) && <Alert>{problem.text}</Alert>}
      {children}
      {/* Not `disabled`: that would take the focus away from it. */}
      <button
        type="submit"
        aria-disabled={isSending}
        className={`${MAIN_ACTION} w-full aria-disabled:opacity-60`}
      >
        {isSending ? sending : action}
      </button>
    </form>
  );
}

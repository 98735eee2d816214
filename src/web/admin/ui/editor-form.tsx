/** The form inside an editor's dialog: its fields, what is wrong with the whole of it, Cancel and Save. */
import type { ReactNode } from 'react';
import { ACTION, MAIN_ACTION } from '../../components/actions.ts';
import { isSaidBesideField } from '../data/form-problem.ts';
import { Alert } from './alert.tsx';
import type { Editor } from './use-editor.ts';

interface EditorFormProps<Draft> {
  editor: Editor<Draft>;
  /** What the button says that saves. */
  action: string;
  children: ReactNode;
}

export function EditorForm<Draft>({ editor, action, children }: EditorFormProps<Draft>) {
  const { problem, isSaving, onSubmit, close } = editor;
  return (
    <form noValidate onSubmit={onSubmit} aria-busy={isSaving} className="space-y-4">
      {problem && !isSaidBesideField(problem) && <Alert>{problem.text}</Alert>}
      {children}
      <div className="flex flex-wrap justify-end gap-3 pt-2">
        <button type="button" className={ACTION} onClick={close}>
          Cancel
        </button>
        <button type="submit" aria-disabled={isSaving} className={`${MAIN_ACTION} aria-disabled:opacity-60`}>
          {isSaving ? 'Saving…' : action}
        </button>
      </div>
    </form>
  );
}

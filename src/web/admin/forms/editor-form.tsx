/** The form inside an editor's dialog: its fields, Cancel and Save. */
import type { ReactNode } from 'react';
import { Form } from './form.tsx';
import type { Editor } from './use-editor.ts';

interface EditorFormProps {
  editor: Editor;
  /** What the button says that saves. */
  action: string;
  children: ReactNode;
}

export const EditorForm = ({ editor, action, children }: EditorFormProps) => (
  <Form form={editor} action={action} sending="Saving…" onCancel={editor.close}>
    {children}
  </Form>
);

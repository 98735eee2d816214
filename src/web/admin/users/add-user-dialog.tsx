/** Adding an account: with a password it can be used at once, without one the person is invited. */
import { z } from 'zod';
import { newStaffSchema } from '../../../contract/users.ts';
import { ApiProblem } from '../../live/call-api.ts';
import { isRefusal } from '../data/form-problem.ts';
import { useApi } from '../session/session.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EditorForm } from '../ui/editor-form.tsx';
import { TextField } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { useToasts } from '../ui/toasts.tsx';
import { useEditor } from '../ui/use-editor.ts';
import { RoleChoice } from './role-choice.tsx';

const SUCCESS = 'User created successfully! They will receive a confirmation email.';
const FAILURE = 'Error creating user: ';

/** What was left empty was not given. */
const schema = z.preprocess(
  (draft) => Object.fromEntries(Object.entries(draft as object).filter(([, value]) => value !== '')),
  newStaffSchema,
);

/** A refusal in the words of this dialog. */
const explain = (error: unknown): unknown =>
  isRefusal(error) ? new ApiProblem({ ...error.problem, detail: FAILURE + error.problem.detail }) : error;

interface AddUserDialogProps {
  onClosed(): void;
  onAdded(): Promise<void>;
}

export function AddUserDialog({ onClosed, onAdded }: AddUserDialogProps) {
  const api = useApi();
  const toasts = useToasts();
  const editor = useEditor(
    { email: '', name: '', role: 'editor', password: '' },
    {
      schema,
      failure: `${FAILURE}the server does not answer. Please try again.`,
      async save(body) {
        await api.post('/api/admin/users', { body }).catch((error) => {
          throw explain(error);
        });
        toasts.success(SUCCESS);
        void onAdded();
      },
    },
    onClosed,
  );
  const { draft, problem, onChange, close } = editor;
  return (
    <Dialog isOpen onClose={close} keepOpen title="Add user">
      <EditorForm editor={editor} action="Create user">
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="off"
          value={draft.email}
          onChange={onChange}
          error={problem?.fields['email']}
        />
        <TextField
          label="Name (optional)"
          name="name"
          autoComplete="off"
          value={draft.name}
          onChange={onChange}
          error={problem?.fields['name']}
        />
        <RoleChoice chosen={draft.role} onChange={onChange} />
        <PasswordField
          label="Password (optional)"
          name="password"
          autoComplete="new-password"
          value={draft.password}
          onChange={onChange}
          hint="Without one they get an invitation, and choose it themselves."
          error={problem?.fields['password']}
        />
      </EditorForm>
    </Dialog>
  );
}

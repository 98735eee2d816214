/** Adding an account: with a password it can be used at once, without one the person is invited. */
import { newStaffSchema } from '../../../contract/users.ts';
import { ApiProblem } from '../../live/call-api.ts';
import { EditorForm } from '../forms/editor-form.tsx';
import { TextField } from '../forms/field.tsx';
import { isRefusal } from '../forms/form-problem.ts';
import { PasswordField } from '../forms/password-field.tsx';
import { useEditor } from '../forms/use-editor.ts';
import { useApi } from '../session/session.tsx';
import { Dialog } from '../widgets/dialog.tsx';
import { useToasts } from '../widgets/toasts.tsx';
import { RoleChoice } from './role-choice.tsx';

const SUCCESS = 'User created successfully! They will receive a confirmation email.';
const FAILURE = 'Error creating user: ';

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
    {
      schema: newStaffSchema,
      failure: `${FAILURE}the server does not answer. Please try again.`,
      async send(body) {
        await api.post('/api/admin/users', { body }).catch((error) => {
          throw explain(error);
        });
        toasts.success(SUCCESS);
        void onAdded();
      },
    },
    onClosed,
  );
  const { problem, close } = editor;
  return (
    <Dialog isOpen onClose={close} keepOpen title="Add user">
      <EditorForm editor={editor} action="Create user">
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="off"
          error={problem?.fields['email']}
        />
        <TextField label="Name (optional)" name="name" autoComplete="off" error={problem?.fields['name']} />
        <RoleChoice chosen="editor" />
        <PasswordField
          label="Password (optional)"
          name="password"
          autoComplete="new-password"
          hint="Without one they get an invitation, and choose it themselves."
          error={problem?.fields['password']}
        />
      </EditorForm>
    </Dialog>
  );
}

/** The dialog that adds an account: with a password it can be used at once, without one the person is invited. */
import { newStaffSchema, type Role } from '../../../contract/users.ts';
import { isRefusal, withDetail } from '../api/refusal.ts';
import { TextField } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { PasswordField } from '../forms/password-field.tsx';
import { useForm } from '../forms/use-form.ts';
import { useApi } from '../session/session.tsx';
import { Dialog } from '../widgets/dialog.tsx';
import { useToasts } from '../widgets/toasts.tsx';
import { RoleChoice } from './role-choice.tsx';

const SUCCESS = 'User created successfully! They will receive a confirmation email.';
const FAILURE = 'Error creating user: ';

const NEW_USER: { email: string; name: string; role: Role; password: string } = {
  email: '',
  name: '',
  role: 'editor',
  password: '',
};

const explain = (error: unknown): unknown =>
  isRefusal(error) ? withDetail(error, FAILURE + error.problem.detail) : error;

interface AddUserDialogProps {
  onClosed(): void;
  onAdded(): Promise<void>;
}

export function AddUserDialog({ onClosed, onAdded }: AddUserDialogProps) {
  const api = useApi();
  const toasts = useToasts();
  const form = useForm({
    saved: NEW_USER,
    schema: newStaffSchema,
    failure: `${FAILURE}the server is not responding. Please try again.`,
    isGuarded: true,
    async send(body) {
      await api.post('/api/admin/users', { body }).catch((error) => {
        throw explain(error);
      });
      toasts.success(SUCCESS);
      void onAdded();
    },
    onClosed,
  });
  return (
    <Dialog isOpen onClose={form.close} keepOpen title="Add user">
      <Form form={form} action="Create user" sending="Saving…" onCancel={form.close}>
        <TextField label="E-mail" type="email" autoComplete="off" {...form.field('email')} />
        <TextField label="Name (optional)" autoComplete="off" {...form.field('name')} />
        <RoleChoice chosen={form.values.role} onChoose={(role) => form.change({ role })} />
        <PasswordField
          label="Password (optional)"
          autoComplete="new-password"
          hint="Without one they get an invitation, and choose it themselves."
          {...form.field('password')}
        />
      </Form>
    </Dialog>
  );
}

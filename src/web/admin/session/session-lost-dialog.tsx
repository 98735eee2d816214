/** Asks to sign in again when the session ended during work. */
import { Dialog } from '../widgets/dialog.tsx';
import { TEXT_LINK } from '../widgets/text-link.ts';
import { SignInForm } from './sign-in-form.tsx';

interface SessionLostDialogProps {
  isOpen: boolean;
  email: string;
  onSignedIn(): Promise<void>;
  onLeave(): void;
}

export const SessionLostDialog = ({ isOpen, email, onSignedIn, onLeave }: SessionLostDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onClose={onLeave}
    mustAnswer
    title="Your session has ended"
    description="Sign in again to go on. Nothing that you typed is lost."
  >
    <SignInForm email={email} onSignedIn={onSignedIn} />
    <p className="mt-2 text-center">
      <button type="button" className={TEXT_LINK} onClick={onLeave}>
        Leave, and lose what is not saved
      </button>
    </p>
  </Dialog>
);

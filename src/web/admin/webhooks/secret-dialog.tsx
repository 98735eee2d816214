/** The dialog that shows the secret of a new webhook, once. */
import type { CreatedWebhook } from '../../../contract/webhooks.ts';
import { MAIN_ACTION } from '../../components/control-classes.ts';
import { CopyButton } from '../widgets/copy-button.tsx';
import { Dialog } from '../widgets/dialog.tsx';

export const SecretDialog = ({ webhook, onKept }: { webhook: CreatedWebhook; onKept(): void }) => (
  <Dialog
    isOpen
    onClose={onKept}
    mustAnswer
    title="The secret of this webhook"
    description="It is shown only now. Give it to the partner in a safe way: with it they check that messages come from this site."
  >
    <p
      data-testid="webhook-secret"
      className="rounded-control bg-ground p-4 text-center font-mono text-lg font-semibold break-all select-all"
    >
      {webhook.secret}
    </p>
    <p className="mt-3 font-semibold text-ember">
      Whoever knows it can send false results in our name. If it is lost, delete this webhook and add a new
      one.
    </p>
    <div className="mt-4 flex flex-wrap gap-3">
      <CopyButton text={webhook.secret} label="Copy secret" />
      <button type="button" className={`${MAIN_ACTION} grow`} onClick={onKept}>
        I have kept it
      </button>
    </div>
  </Dialog>
);

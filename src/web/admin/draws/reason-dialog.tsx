/** Asks for the reason of a correction, and shows the old and the new result. */
import { type AdminDraw, correctionFormSchema } from '../../../contract/draws.ts';
import { TextArea } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { Dialog } from '../widgets/dialog.tsx';
import type { AsyncDialog } from '../widgets/use-async-dialog.ts';
import { useIsApprovalOn } from './draw-queries.ts';
import { type DrawValues, valuesOf } from './draw-values.ts';
import { OldAndNew } from './old-and-new.tsx';

export interface Change {
  draw: AdminDraw;
  values: DrawValues;
  lastReason: string;
}

export function ReasonDialog({ dialog }: { dialog: AsyncDialog<Change, string | null> }) {
  const { asked, isOpen, answer } = dialog;
  const isApprovalOn = useIsApprovalOn();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => answer(null)}
      keepOpen
      title="Correct this result?"
      description={`Visitors have seen it. ${isApprovalOn ? 'Once somebody else has approved it, the' : 'The'} correction is shown to everyone: its time, the former digits and your reason.`}
    >
      {asked && <ReasonForm change={asked} isApprovalOn={isApprovalOn} onGiven={answer} />}
    </Dialog>
  );
}

interface ReasonFormProps {
  change: Change;
  isApprovalOn: boolean;
  onGiven(reason: string | null): void;
}

function ReasonForm({ change, isApprovalOn, onGiven }: ReasonFormProps) {
  const form = useForm({
    saved: { reason: change.lastReason },
    schema: correctionFormSchema,
    failure: '',
    send: async ({ reason }) => onGiven(reason.trim()),
  });
  return (
    <Form
      form={form}
      action={isApprovalOn ? 'Send for approval' : 'Save correction'}
      sending="Saving…"
      onCancel={() => onGiven(null)}
      cancelText="Go on editing"
    >
      <div className="space-y-2 rounded-control border border-thread bg-ground p-3">
        <OldAndNew former={valuesOf(change.draw)} values={change.values} />
      </div>
      <TextArea
        label="Reason"
        hint="Public: visitors read it beside the former digits."
        rows={3}
        maxLength={500}
        {...form.field('reason')}
      />
    </Form>
  );
}

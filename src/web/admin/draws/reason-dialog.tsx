/** Asks for the reason of a correction, and shows the old and the new result. */
import { type AdminDraw, correctionFormSchema } from '../../../contract/draws.ts';
import { slotLabel } from '../../../core/slots.ts';
import { ArrowIcon } from '../../components/icons.tsx';
import { longDate } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { TextArea } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { Dialog } from '../widgets/dialog.tsx';
import type { AsyncDialog } from '../widgets/use-async-dialog.ts';
import { type DrawValues, valuesOf } from './draw-values.ts';
import { ResultDigits } from './result-digits.tsx';

export interface Change {
  draw: AdminDraw;
  values: DrawValues;
  lastReason: string;
}

export function ReasonDialog({ dialog }: { dialog: AsyncDialog<Change, string | null> }) {
  const { asked, isOpen, answer } = dialog;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => answer(null)}
      keepOpen
      title="Correct this result?"
      description="Visitors have seen it. The correction is shown to everyone: its time, the former digits and your reason."
    >
      {asked && <ReasonForm change={asked} onGiven={answer} />}
    </Dialog>
  );
}

interface ReasonFormProps {
  change: Change;
  onGiven(reason: string | null): void;
}

function ReasonForm({ change, onGiven }: ReasonFormProps) {
  const form = useForm({
    saved: { reason: change.lastReason },
    schema: correctionFormSchema,
    failure: '',
    send: async ({ reason }) => onGiven(reason.trim()),
  });
  return (
    <Form
      form={form}
      action="Save correction"
      sending="Saving…"
      onCancel={() => onGiven(null)}
      cancelText="Go on editing"
    >
      <OldAndNew change={change} />
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

function OldAndNew({ change: { draw, values } }: { change: Change }) {
  const messages = useMessages();
  const former = valuesOf(draw);
  const when = ({ date, slot }: DrawValues) =>
    `${longDate(date, messages)}, ${slotLabel(slot as AdminDraw['slot'])}`;
  return (
    <div className="space-y-2 rounded-control border border-thread bg-ground p-3">
      {former.digits !== values.digits && (
        <p className="flex flex-wrap items-center gap-2">
          <span className="sr-only">Result, from</span>
          <ResultDigits digits={former.digits} />
          <ArrowIcon />
          <span className="sr-only">to</span>
          <ResultDigits digits={values.digits} former={former.digits} />
        </p>
      )}
      {former.drawNo !== values.drawNo && <TextChange from={former.drawNo} to={values.drawNo} />}
      {when(former) !== when(values) && <TextChange from={when(former)} to={when(values)} />}
    </div>
  );
}

const TextChange = ({ from, to }: { from: string; to: string }) => (
  <p className="flex flex-wrap items-center gap-2">
    <s className="text-ink-soft">{from}</s>
    <ArrowIcon />
    <b>{to}</b>
  </p>
);

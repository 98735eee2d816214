/** The dialog in which a draw is added or edited. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { SLOTS, slotLabel } from '../../../core/slots.ts';
import { SelectField, TextField } from '../forms/field.tsx';
import { Form } from '../forms/form.tsx';
import { Dialog } from '../widgets/dialog.tsx';
import { TEXT_LINK } from '../widgets/text-link.ts';
import { DigitBoxes, FIRST_DIGIT } from './digit-boxes.tsx';
import { EditedElsewhere, SlotTaken } from './draw-notices.tsx';
import { useIsApprovalOn } from './draw-queries.ts';
import { ProvenanceBadge } from './draw-state-badge.tsx';
import { HoldWhileEditing } from './hold-while-editing.tsx';
import { type DateAndSlot, useDrawEditor } from './use-draw-editor.ts';

interface DrawEditorProps {
  /** Null for a new one. */
  draw: AdminDraw | null;
  /** The date and slot of a new one, where they are known. */
  dateAndSlot: DateAndSlot | null;
  /** The same draw as it is in the list now. */
  current: AdminDraw | undefined;
  onSaved(): void;
  onClosed(): void;
}

const DIGIT_FIELDS = ['digit1', 'digit2', 'digit3', 'digit4', 'digit5'];

export function DrawEditor({ draw, dateAndSlot, current, onSaved, onClosed }: DrawEditorProps) {
  const editor = useDrawEditor(draw, { dateAndSlot, onSaved, onClosed });
  const { edited, base, values, publish, takenSlots, occupant, filledInNumber, form, type } = editor;
  const isApprovalOn = useIsApprovalOn();
  const fields = form.problem?.fields ?? {};
  const digitError = DIGIT_FIELDS.map((name) => fields[name]).find((text) => text !== undefined);
  const hasOwnNumber = values.drawNo !== filledInNumber && filledInNumber !== '';
  return (
    <Dialog
      isOpen
      onClose={form.close}
      title={base ? `Edit ${base.drawNo}` : 'Add result'}
      {...(!base && { firstField: FIRST_DIGIT })}
    >
      <Form form={form} action={base ? 'Save Changes' : 'Add Result'} sending="Saving…" onCancel={form.close}>
        {base && (
          <div className="empty:hidden">
            <ProvenanceBadge draw={base} />
            <EditedElsewhere base={base} current={current} />
            <HoldWhileEditing edited={{ ...edited, base }} />
          </div>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Date"
            name="date"
            type="date"
            required
            value={values.date}
            onChange={(event) => type({ date: event.currentTarget.value })}
            error={fields['date']}
          />
          <div>
            <SelectField
              label="Time slot"
              name="slot"
              value={values.slot}
              onChange={(event) => type({ slot: event.currentTarget.value })}
              error={fields['slot']}
            >
              {SLOTS.map((slot) => (
                <option key={slot} value={slot}>
                  {slotLabel(slot)}
                  {takenSlots.includes(slot) && ' (has a draw)'}
                </option>
              ))}
            </SelectField>
            <SlotTaken occupant={occupant} values={values} />
          </div>
        </div>
        <TextField
          label="Draw number"
          name="drawNo"
          placeholder="SC12345"
          required
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          value={values.drawNo}
          onChange={(event) => type({ drawNo: event.currentTarget.value })}
          error={fields['drawNo']}
          hint={hasOwnNumber ? 'Typed by hand.' : 'Filled in from date and time slot.'}
        />
        {hasOwnNumber && (
          <button type="button" className={`-mt-2 ${TEXT_LINK}`} onClick={editor.fillInNumber}>
            Use {filledInNumber}
          </button>
        )}
        <DigitBoxes
          label="Digits"
          value={values.digits}
          onChange={(digits) => type({ digits })}
          error={digitError}
          hint="All five can be pasted at once."
        />
        {isApprovalOn && (
          <p className="text-sm text-ink-soft">
            {base?.proposal
              ? `${base.proposal.digits} by ${base.proposal.by} waits for approval: saving another result replaces it.`
              : 'Somebody else must approve it before it is public.'}
          </p>
        )}
        {!base && !isApprovalOn && (
          <label className="flex min-h-11 w-fit items-center gap-3 font-semibold">
            <input
              type="checkbox"
              checked={publish}
              onChange={(event) => type({ publish: event.currentTarget.checked })}
              className="size-6 accent-maroon"
            />
            Publish at once
          </label>
        )}
      </Form>
    </Dialog>
  );
}

/** The form in which a draw is added or edited. What is not typed is derived from what is. */
import { useRef, useState } from 'react';
import { type AdminDraw, newDrawSchema } from '../../../contract/draws.ts';
import { digitsTextOf } from '../../../core/digits.ts';
import { drawNumberFor } from '../../../core/draw-number.ts';
import { isIstDate } from '../../../core/ist-time.ts';
import { isSlot, SLOTS, type Slot } from '../../../core/slots.ts';
import { useToday } from '../../server-time/use-today.ts';
import { useForm } from '../forms/use-form.ts';
import { useApi } from '../session/session.tsx';
import { useToasts } from '../widgets/toasts.tsx';
import { useEarlyQuestion } from './draw-actions.ts';
import { addDraw } from './draw-calls.ts';
import { useDrawsOfDay } from './draw-queries.ts';
import { useDrawSaving } from './draw-saving.tsx';
import { type DrawValues, fieldsOf, valuesOf } from './draw-values.ts';
import { useEditedDraw } from './use-edited-draw.ts';

interface Typed extends Partial<{ [Name in keyof DrawValues]: DrawValues[Name] | undefined }> {
  publish?: boolean;
}

const regularNumber = (date: string, slot: string): string =>
  isIstDate(date) && isSlot(slot) ? drawNumberFor(date, slot) : '';

/** Where a new draw is added. */
export interface DateAndSlot {
  date: string;
  slot: Slot;
}

/** A draw number typed by hand counts as typed; a regular one keeps following date and slot. */
function typedBefore(draw: AdminDraw | null, dateAndSlot: DateAndSlot | null): Typed {
  if (!draw) return dateAndSlot ?? {};
  const { drawNo, ...values } = valuesOf(draw);
  return drawNo === regularNumber(draw.date, draw.slot) ? values : { ...values, drawNo };
}

interface DrawEditorOptions {
  dateAndSlot: DateAndSlot | null;
  onSaved(): void;
  onClosed(): void;
}

export function useDrawEditor(draw: AdminDraw | null, { dateAndSlot, onSaved, onClosed }: DrawEditorOptions) {
  const edited = useEditedDraw(draw);
  const { base, isHeldHere } = edited;
  const [saved] = useState(() => typedBefore(base, dateAndSlot));
  const isSaved = useRef(false);
  const today = useToday();
  const api = useApi();
  const toasts = useToasts();
  const save = useDrawSaving();
  const mayPublish = useEarlyQuestion();

  const form = useForm({
    saved,
    schema: newDrawSchema,
    failure: 'Error saving result. Please try again.',
    isGuarded: true,
    async send(wanted) {
      const { date, slot, drawNo, published } = wanted;
      if (base) {
        const values = { date, slot, drawNo, digits: digitsTextOf(wanted) };
        if (!(await save(base, values, { isHeldHere }))) return false;
      } else {
        if (published && !(await mayPublish(wanted))) return false;
        const added = await addDraw(api, wanted);
        if (added.proposal)
          toasts.success('Sent for approval.', `${added.drawNo} waits until somebody else approves it.`);
        else
          toasts.success(
            added.published ? `${added.drawNo} is published.` : `${added.drawNo} is added as a draft.`,
          );
      }
      isSaved.current = true;
      onSaved();
      return true;
    },
    onClosed() {
      if (!isSaved.current) edited.noteKeptHold();
      onClosed();
    },
  });

  const date = form.values.date ?? today;
  const others = useDrawsOfDay(date).filter((other) => other.id !== base?.id);
  const takenSlots = others.map((other) => other.slot);
  const slot = form.values.slot ?? SLOTS.find((each) => !takenSlots.includes(each)) ?? SLOTS[0];
  const filledInNumber = regularNumber(date, slot);
  const values: DrawValues = {
    date,
    slot,
    drawNo: form.values.drawNo ?? filledInNumber,
    digits: form.values.digits ?? '',
  };
  const publish = form.values.publish ?? false;

  return {
    edited,
    base,
    values,
    publish,
    takenSlots,
    /** The draw that has the chosen slot already. */
    occupant: others.find((other) => other.slot === slot),
    filledInNumber,
    form: {
      ...form,
      onSubmit: (event: Parameters<typeof form.onSubmit>[0]) =>
        form.onSubmit(event, { ...fieldsOf(values), published: publish }),
    },
    /**
     * Whatever is typed is meant for the date and slot shown, so from then on they do not change by themselves. Only
     * while nothing but the date was typed does another date select its own free slot.
     */
    type: (change: Typed) => form.change('date' in change ? change : { date, slot, ...change }),
    /** Lets the number follow date and slot again. */
    fillInNumber: () => form.change({ drawNo: undefined }),
  };
}

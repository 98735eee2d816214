/** Edits the digits of a draw in its row. Enter saves them and goes on to the next draft. */
import { type KeyboardEvent, useRef } from 'react';
import { z } from 'zod';
import type { AdminDraw } from '../../../contract/draws.ts';
import { DIGIT_COUNT, digitsTextOf } from '../../../core/digits.ts';
import { useForm } from '../forms/use-form.ts';
import { ROW_ACTION } from '../lists/list-row.ts';
import { DigitBoxes } from './digit-boxes.tsx';
import { EditedElsewhere } from './draw-notices.tsx';
import { useDrawCache } from './draw-queries.ts';
import { useDrawSaving } from './draw-saving.tsx';
import { valuesOf } from './draw-values.ts';
import { HoldWhileEditing } from './hold-while-editing.tsx';
import { useEditedDraw } from './use-edited-draw.ts';

const REQUIRED = 'All five digits are required.';
const schema = z.object({ digits: z.string(REQUIRED).length(DIGIT_COUNT, REQUIRED) });

interface QuickEditProps {
  draw: AdminDraw;
  /** `goesOn`: the next draft is to be edited. */
  onClosed(goesOn: boolean): void;
}

export function QuickEdit({ draw, onClosed }: QuickEditProps) {
  const edited = useEditedDraw(draw);
  const { base, isHeldHere } = edited;
  const save = useDrawSaving();
  const { replace } = useDrawCache();
  const goesOn = useRef(false);
  const { ref, values, problem, isSending, change, onSubmit } = useForm({
    saved: { digits: digitsTextOf(base) },
    schema,
    failure: 'Error updating result. Please try again.',
    isGuarded: true,
    async send({ digits }) {
      const saved = await save(base, { ...valuesOf(base), digits }, { isHeldHere });
      if (saved) replace(saved);
      return saved !== null;
    },
    onClosed: () => onClosed(goesOn.current),
  });

  function cancel(): void {
    edited.noteKeptHold();
    onClosed(false);
  }

  function onKeyDown({ key, target }: KeyboardEvent): void {
    if (key === 'Escape' && !isSending) cancel();
    if (key === 'Enter') goesOn.current = target instanceof HTMLInputElement;
  }

  return (
    <form
      ref={ref}
      noValidate
      onSubmit={(event) => onSubmit(event)}
      onKeyDown={onKeyDown}
      aria-busy={isSending}
    >
      <DigitBoxes
        label={`New digits of ${base.drawNo}`}
        value={values.digits}
        onChange={(digits) => change({ digits })}
        error={problem?.text}
        autoFocus
      />
      <div className="mt-1 flex">
        <button
          type="submit"
          aria-disabled={isSending}
          className={ROW_ACTION}
          onPointerDown={() => {
            goesOn.current = false;
          }}
        >
          {isSending ? 'Saving…' : 'Save'}
        </button>
        <button type="button" className={ROW_ACTION} onClick={cancel}>
          Cancel
        </button>
      </div>
      {/* Below the buttons, which must not move when a notice appears. */}
      <EditedElsewhere base={base} current={draw} />
      <HoldWhileEditing edited={edited} />
    </form>
  );
}

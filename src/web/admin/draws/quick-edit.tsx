/** Edits the digits of a draw in its row. */
import { type KeyboardEvent, useState } from 'react';
import { z } from 'zod';
import type { AdminDraw } from '../../../contract/draws.ts';
import { DIGIT_COUNT } from '../../../core/digits.ts';
import { resultOf } from '../../components/draw-digits.ts';
import { useForm } from '../forms/use-form.ts';
import { ROW_ACTION } from '../lists/list-row.ts';
import { DigitBoxes } from './digit-boxes.tsx';
import { EditedElsewhere } from './draw-notices.tsx';
import { useDrawCache } from './draw-queries.ts';
import { useDrawSaving } from './draw-saving.tsx';
import { valuesOf } from './draw-values.ts';

const REQUIRED = 'All five digits are required.';
const schema = z.object({ digits: z.string(REQUIRED).length(DIGIT_COUNT, REQUIRED) });

interface QuickEditProps {
  draw: AdminDraw;
  onClosed(): void;
}

export function QuickEdit({ draw, onClosed }: QuickEditProps) {
  /** As it was when editing began, so that a change by others is noticed as a conflict. */
  const [base] = useState(draw);
  const save = useDrawSaving();
  const { replace } = useDrawCache();
  const { ref, values, problem, isSending, change, onSubmit } = useForm({
    saved: { digits: resultOf(base) },
    schema,
    failure: 'Error updating result. Please try again.',
    isGuarded: true,
    async send({ digits }) {
      const saved = await save(base, { ...valuesOf(base), digits });
      if (saved) replace(saved);
      return saved !== null;
    },
    onClosed,
  });

  const cancelOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && !isSending && onClosed();

  return (
    <form
      ref={ref}
      noValidate
      onSubmit={(event) => onSubmit(event)}
      onKeyDown={cancelOnEscape}
      aria-busy={isSending}
    >
      <DigitBoxes
        label={`New digits of ${base.drawNo}`}
        value={values.digits}
        onChange={(digits) => change({ digits })}
        error={problem?.text}
        autoFocus
      />
      <EditedElsewhere base={base} current={draw} />
      <div className="mt-1 flex">
        <button type="submit" aria-disabled={isSending} className={ROW_ACTION}>
          {isSending ? 'Saving…' : 'Save'}
        </button>
        <button type="button" className={ROW_ACTION} onClick={onClosed}>
          Cancel
        </button>
      </div>
    </form>
  );
}

/** The digits of a draw changed right on its card. */
import { type KeyboardEvent, type SubmitEvent, useState } from 'react';
import type { AdminDraw } from '../../../contract/draws.ts';
import { DIGIT_COUNT } from '../../../core/digits.ts';
import { resultOf } from '../../components/draw-digits.ts';
import { problemOf } from '../forms/form-problem.ts';
import { useUnsavedGuard } from '../forms/unsaved-work.tsx';
import { ROW_ACTION } from '../lists/row-action.ts';
import { DigitBoxes } from './digit-boxes.tsx';
import { valuesOf } from './draw-values.ts';
import { EditedElsewhere } from './edited-elsewhere.tsx';
import { useDrawSaving } from './saving/draw-saving.tsx';

const FAILURE = 'Error updating result. Please try again.';

interface QuickEditProps {
  draw: AdminDraw;
  onSaved(draw: AdminDraw): void;
  onCancel(): void;
}

export function QuickEdit({ draw, onSaved, onCancel }: QuickEditProps) {
  /** As it was when editing began: what others do meanwhile must not pass for what one saw. */
  const [base] = useState(draw);
  const [digits, setDigits] = useState(resultOf(base));
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const save = useDrawSaving();
  useUnsavedGuard(digits !== resultOf(base));

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isSaving) return;
    if (digits.length < DIGIT_COUNT) return setError('All five digits are required.');
    setError(undefined);
    setSaving(true);
    try {
      const saved = await save(base, { ...valuesOf(base), digits });
      if (saved) return onSaved(saved);
    } catch (failure) {
      setError(problemOf(failure, FAILURE).text);
    }
    setSaving(false);
  }

  const cancelOnEscape = (event: KeyboardEvent) => event.key === 'Escape' && !isSaving && onCancel();

  return (
    <form noValidate onSubmit={submit} onKeyDown={cancelOnEscape} aria-busy={isSaving}>
      <DigitBoxes
        label={`New digits of ${base.drawNo}`}
        value={digits}
        onChange={setDigits}
        error={error}
        autoFocus
      />
      <EditedElsewhere base={base} current={draw} />
      <div className="mt-1 flex">
        <button type="submit" aria-disabled={isSaving} className={ROW_ACTION}>
          {isSaving ? 'Saving…' : 'Save'}
        </button>
        <button type="button" className={ROW_ACTION} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}

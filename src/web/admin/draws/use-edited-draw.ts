/** The draw that is being edited, and the function that puts it on hold meanwhile. */
import { useState } from 'react';
import type { AdminDraw } from '../../../contract/draws.ts';
import { useApi } from '../session/session.tsx';
import { useToasts } from '../widgets/toasts.tsx';
import { useReportedAction } from '../widgets/use-reported-action.ts';
import { withDrawErrorTexts } from './draw-calls.ts';
import { useDrawCache } from './draw-queries.ts';
import { isSame, valuesOf } from './draw-values.ts';

export interface EditedDraw<Base extends AdminDraw | null = AdminDraw> {
  /** As it was when editing began, so that a change by others is noticed as a conflict. */
  base: Base;
  /** It was put on hold here, while it is edited. */
  isHeldHere: boolean;
  isBusy: boolean;
  /** `beforeUpdate` is called once it is held, before the page shows it. */
  hold(beforeUpdate: () => void): Promise<void>;
  /** To be called when editing is cancelled. */
  noteKeptHold(): void;
}

export function useEditedDraw<Base extends AdminDraw | null>(draw: Base): EditedDraw<Base> {
  const [base, setBase] = useState(draw);
  const [isHeldHere, setHeldHere] = useState(false);
  const api = useApi();
  const toasts = useToasts();
  const { isBusy, run } = useReportedAction();
  const { replace } = useDrawCache();

  async function hold(beforeUpdate: () => void): Promise<void> {
    if (!base) return;
    await run(
      async () => {
        // Without the version: the draft must be held even if somebody else has just changed it.
        const held = await withDrawErrorTexts(() => api.post<AdminDraw>(`/api/admin/draws/${base.id}/hold`));
        beforeUpdate();
        setHeldHere(true);
        replace(held);
        // With other values the old base stays, and saving reports the conflict.
        if (isSame(valuesOf(held), valuesOf(base))) setBase(held as Base);
      },
      { failure: 'Error holding draft. Please try again.' },
    );
  }

  return {
    base,
    isHeldHere,
    isBusy,
    hold,
    noteKeptHold() {
      if (base && isHeldHere) toasts.success(`${base.drawNo} stays on hold.`);
    },
  };
}

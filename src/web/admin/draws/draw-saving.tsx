/** Provides the function that saves a draw, and renders the dialogs that it may open. */
import { type ReactNode, useCallback, useRef } from 'react';
import type { AdminDraw } from '../../../contract/draws.ts';
import { createRequiredContext } from '../../hooks/required-context.ts';
import { useApi } from '../session/session.tsx';
import { useToasts } from '../widgets/toasts.tsx';
import { useAsyncDialog } from '../widgets/use-async-dialog.ts';
import { type AfterHold, AfterHoldDialog } from './after-hold-dialog.tsx';
import { isChangedBySystem } from './changed-by-system.ts';
import { ConflictDialog, type Versions } from './conflict-dialog.tsx';
import { useEarlyQuestion } from './draw-actions.ts';
import { withDrawErrorTexts } from './draw-calls.ts';
import { needsApproval } from './draw-state.ts';
import type { DrawValues } from './draw-values.ts';
import { type Change, ReasonDialog } from './reason-dialog.tsx';
import { type ConflictChoice, isSeen, saveDraw } from './save-draw.ts';

interface SaveOptions {
  /** It was held while it was edited: asks whether to publish it now. */
  isHeldHere: boolean;
}

/** Resolves to the draw as it is now; null when the user continues editing. */
type Save = (base: AdminDraw, values: DrawValues, options: SaveOptions) => Promise<AdminDraw | null>;

const [DrawSavingContext, useDrawSaving] = createRequiredContext<Save>('DrawSaving');

export { useDrawSaving };

const sentText = ({ drawNo, onHold }: AdminDraw): string =>
  `${drawNo} stays as it is ${onHold ? 'and on hold ' : ''}until somebody else approves it.`;

const pathOf = (id: string): string => `/api/admin/draws/${id}`;

export function DrawSavingProvider({ children }: { children: ReactNode }) {
  const api = useApi();
  const toasts = useToasts();
  const reason = useAsyncDialog<Change, string | null>();
  const conflict = useAsyncDialog<Versions, ConflictChoice | null>();
  /** Offered again when a save that failed is repeated. */
  const lastReason = useRef('');
  const { ask: askReason } = reason;
  const { ask: chooseVersion } = conflict;
  const afterHold = useAsyncDialog<AdminDraw, AfterHold>();
  const { ask: askAfterHold } = afterHold;
  const mayPublish = useEarlyQuestion();

  const reportSaved = useCallback(
    (base: AdminDraw, saved: AdminDraw) => {
      if (saved.proposal) toasts.success('Sent for approval.', sentText(saved));
      else
        toasts.success(
          `${saved.drawNo} saved.`,
          isSeen(base) ? 'The correction is recorded in the activity log.' : '',
        );
    },
    [toasts],
  );

  const saveValues = useCallback(
    (draw: AdminDraw, wanted: DrawValues) =>
      saveDraw(
        {
          read: (id) => withDrawErrorTexts(() => api.get(pathOf(id))),
          async change(base, patch) {
            const saved = await withDrawErrorTexts(() =>
              api.patch<AdminDraw>(pathOf(base.id), { body: patch, etag: base.etag }),
            );
            lastReason.current = '';
            reportSaved(base, saved);
            return saved;
          },
          async askReason(base, values) {
            const given = await askReason({ draw: base, values, lastReason: lastReason.current });
            lastReason.current = given ?? '';
            return given;
          },
          chooseVersion: async (theirs, mine) =>
            chooseVersion({
              theirs,
              mine,
              isBySystem: theirs.published && (await isChangedBySystem(api, theirs)),
            }),
        },
        draw,
        wanted,
      ),
    [api, reportSaved, askReason, chooseVersion],
  );

  const save: Save = async (draw, wanted, { isHeldHere }) => {
    const saved = await saveValues(draw, wanted);
    if (!saved || !isHeldHere || !saved.onHold || needsApproval(saved)) return saved;
    if ((await askAfterHold(saved)) === 'keep' || !(await mayPublish(saved))) return saved;
    const published = await withDrawErrorTexts(() =>
      api.post<AdminDraw>(`${pathOf(saved.id)}/publish`, { etag: saved.etag }),
    );
    toasts.success(`${published.drawNo} is published.`);
    return published;
  };

  return (
    <DrawSavingContext value={save}>
      {children}
      <ReasonDialog dialog={reason} />
      <ConflictDialog dialog={conflict} />
      <AfterHoldDialog dialog={afterHold} />
    </DrawSavingContext>
  );
}

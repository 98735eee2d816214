/** Approving, rejecting and sending again what waits for approval. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { useApi, useSession } from '../session/session.tsx';
import { useReportedAction } from '../widgets/use-reported-action.ts';
import { withDrawErrorTexts } from './draw-calls.ts';
import { useDrawCache } from './draw-queries.ts';
import { fieldsOf, valuesOf } from './draw-values.ts';

/** `beforeUpdate` is called once it is done, before the page shows it. */
export function useProposalActions(draw: AdminDraw, beforeUpdate: () => void) {
  const { me } = useSession();
  const api = useApi();
  const cache = useDrawCache();
  const { isBusy, run } = useReportedAction();
  const { drawNo, etag } = draw;
  const path = `/api/admin/draws/${draw.id}`;
  const isMine = draw.proposal?.authorIds.includes(me.id);

  const act = (call: () => Promise<AdminDraw>, texts: { success: string; failure: string }) =>
    run(async () => {
      const decided = await withDrawErrorTexts(call);
      beforeUpdate();
      cache.replace(decided);
    }, texts);

  return {
    isBusy,
    /** With the version that was shown: nobody approves what they have not seen. */
    approve: () =>
      act(() => api.post<AdminDraw>(`${path}/approve`, { etag }), {
        success: `${drawNo} is approved: ${outcomeOf(draw)}.`,
        failure: 'Error approving result. Please try again.',
      }),
    reject: () =>
      act(() => api.post<AdminDraw>(`${path}/reject`, { etag }), {
        success: isMine
          ? `The proposal for ${drawNo} is taken back.`
          : `The proposal for ${drawNo} is rejected.`,
        failure: isMine
          ? 'Error taking back proposal. Please try again.'
          : 'Error rejecting proposal. Please try again.',
      }),
    sendAgain() {
      const { date, slot, drawNo: number, ...digits } = fieldsOf(valuesOf(draw));
      return act(() => api.patch<AdminDraw>(path, { body: digits, etag }), {
        success: `${drawNo} is sent again.`,
        failure: 'Error sending result. Please try again.',
      });
    },
  };
}

function outcomeOf({ published, onHold }: AdminDraw): string {
  if (published) return 'visitors see the correction';
  return onHold ? 'it stays on hold' : 'it is published when it is due';
}

/** The actions of a draw in lists and on cards: publish, unpublish, hold, release, delete. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { drawInstant } from '../../../core/phase.ts';
import { type Slot, slotLabel } from '../../../core/slots.ts';
import { longDate } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useServerClock } from '../../server-time/use-server-now.tsx';
import { useApi } from '../session/session.tsx';
import { useConfirm } from '../widgets/confirm.tsx';
import { useReportedAction } from '../widgets/use-reported-action.ts';
import { withDrawErrorTexts } from './draw-calls.ts';
import { useDrawCache } from './draw-queries.ts';

type Occasion = { date: string; slot: Slot };

/** Asks before a result is published ahead of its draw. Returns whether it may be published. */
export function useEarlyQuestion(): (occasion: Occasion) => Promise<boolean> {
  const clock = useServerClock();
  const confirm = useConfirm();
  const messages = useMessages();
  return async ({ date, slot }) =>
    drawInstant(date, slot) <= clock.now() ||
    confirm({
      title: 'Publish before the draw?',
      text: `The draw of ${longDate(date, messages)}, ${slotLabel(slot)} has not taken place yet. Everyone would see its result at once.`,
      action: 'Publish now',
    });
}

/** `onRemove` is called before the row is removed. */
export function useDrawActions(draw: AdminDraw, onRemove: () => void = () => {}) {
  const cache = useDrawCache();
  const api = useApi();
  const { isBusy, run } = useReportedAction();
  const confirm = useConfirm();
  const messages = useMessages();
  const mayPublish = useEarlyQuestion();
  const path = `/api/admin/draws/${draw.id}`;
  const { etag } = draw;

  const act = (work: () => Promise<void>, texts: { success: string; failure: string }) =>
    run(() => withDrawErrorTexts(work), texts);

  async function publish(failure: string): Promise<void> {
    if (isBusy || !(await mayPublish(draw))) return;
    await act(async () => void cache.replace(await api.post<AdminDraw>(`${path}/publish`, { etag })), {
      success: `${draw.drawNo} is published.`,
      failure,
    });
  }

  async function unpublish(failure: string): Promise<void> {
    const isMeant =
      !isBusy &&
      (await confirm({
        title: 'Take this result back?',
        text: `Visitors will no longer see ${draw.drawNo}. It goes on hold: it is not published again until someone publishes or releases it.`,
        action: 'Unpublish',
      }));
    if (!isMeant) return;
    await act(async () => void cache.replace(await api.post<AdminDraw>(`${path}/unpublish`, { etag })), {
      success: `${draw.drawNo} is unpublished and on hold.`,
      failure,
    });
  }

  async function setHeld(held: boolean): Promise<void> {
    if (draw.published || draw.onHold === held) return;
    const call = held ? 'hold' : 'release';
    await act(async () => void cache.replace(await api.post<AdminDraw>(`${path}/${call}`, { etag })), {
      success: held
        ? `${draw.drawNo} is on hold.`
        : `${draw.drawNo} is released: it is published when it is due.`,
      failure: held ? 'Error holding draft. Please try again.' : 'Error releasing draft. Please try again.',
    });
  }

  return {
    isBusy,
    hold: () => setHeld(true),
    release: () => setHeld(false),
    quickPublish: () => publish('Error publishing result. Please try again.'),
    setPublished(published: boolean) {
      const failure = 'Error updating publication status. Please try again.';
      return published ? publish(failure) : unpublish(failure);
    },
    async remove(): Promise<void> {
      const isMeant =
        !isBusy &&
        (await confirm({
          title: 'Are you sure you want to delete this result?',
          text: `${draw.drawNo}, ${longDate(draw.date, messages)}, ${slotLabel(draw.slot)}. ${draw.published ? 'Visitors see it now. ' : ''}It cannot be brought back; the activity log keeps what it was.`,
          action: 'Delete',
        }));
      if (!isMeant) return;
      await act(
        async () => {
          await api.delete(path, { etag });
          onRemove();
          cache.remove(draw);
        },
        { success: `${draw.drawNo} is deleted.`, failure: 'Error deleting result. Please try again.' },
      );
    },
  };
}

/** Publishes or releases a draft of which only the id is known: it is read first, so that nobody publishes it unseen. */
import type { AdminDraw } from '../../../contract/draws.ts';
import { digitsTextOf } from '../../../core/digits.ts';
import { slotLabel } from '../../../core/slots.ts';
import { longDate } from '../../i18n/dates.ts';
import { useMessages } from '../../i18n/i18n.tsx';
import { useInvalidation } from '../api/query-client.ts';
import { withDrawErrorTexts } from '../draws/draw-calls.ts';
import { isEntered } from '../draws/draw-state.ts';
import { useApi } from '../session/session.tsx';
import { useConfirm } from '../widgets/confirm.tsx';
import { useReport } from '../widgets/use-reported-action.ts';

export function useWaitingDraw(id: string) {
  const api = useApi();
  const report = useReport();
  const invalidate = useInvalidation();
  const confirm = useConfirm();
  const messages = useMessages();
  const path = `/api/admin/draws/${id}`;

  const mayPublish = (draw: AdminDraw) =>
    confirm({
      title: `Publish ${digitsTextOf(draw)}?`,
      text: `Everyone sees it at once as the result of ${longDate(draw.date, messages)}, ${slotLabel(draw.slot)}. ${isEntered(draw) ? '' : 'Nobody has entered these digits: they are random.'}`,
      action: 'Publish now',
    });

  async function act(call: 'publish' | 'release', failure: string): Promise<void> {
    let draw: AdminDraw | undefined;
    const isRead = await report(
      async () => {
        draw = await withDrawErrorTexts(() => api.get<AdminDraw>(path));
      },
      { failure },
    );
    if (isRead && draw && (call === 'release' || (await mayPublish(draw)))) {
      const { drawNo, etag } = draw;
      await report(() => withDrawErrorTexts(() => api.post(`${path}/${call}`, { etag })), {
        success: `${drawNo} is ${call === 'publish' ? 'published' : 'released'}.`,
        failure,
      });
    }
    await invalidate('draws');
  }

  return {
    publish: () => act('publish', 'Error publishing result. Please try again.'),
    release: () => act('release', 'Error releasing draft. Please try again.'),
  };
}

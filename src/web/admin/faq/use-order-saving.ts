/** The order of the questions: a move shows at once and is then sent to the server, one after the other. */
import { useRef, useState } from 'react';
import type { AdminFaq } from '../../../contract/faqs.ts';
import { useApi } from '../session/session.tsx';
import { useReport } from '../widgets/use-reported-action.ts';
import { arrange, moveItem } from './reorder.ts';

export interface OrderSaving {
  /** In the order to show. */
  ordered: AdminFaq[];
  /** `to` counts from 0. */
  place(id: string, to: number): Promise<void>;
}

export function useOrderSaving(faqs: AdminFaq[], refetch: () => Promise<void>): OrderSaving {
  const api = useApi();
  const report = useReport();
  // Kept until all moves are saved: data fetched meanwhile may show the order between two of them.
  const [wanted, setWanted] = useState<string[] | null>(null);
  const moves = useRef({ last: Promise.resolve(true), waiting: 0 });
  const ordered = wanted ? arrange(faqs, wanted) : faqs;

  const send = (id: string, to: number) =>
    report(() => api.put(`/api/admin/faqs/${id}/place`, { body: { place: to + 1 } }), {
      failure: 'Error saving FAQ. Please try again.',
    });

  async function place(id: string, to: number): Promise<void> {
    const ids = ordered.map((faq) => faq.id);
    setWanted(moveItem(ids, ids.indexOf(id), to));
    const { current } = moves;
    current.waiting += 1;
    current.last = current.last.then(() => send(id, to));
    const isSaved = await current.last;
    current.waiting -= 1;
    if (current.waiting > 0) return;
    // The server may be down for long: show the last known order at once.
    const refetched = refetch();
    if (isSaved) await refetched;
    if (current.waiting === 0) setWanted(null);
  }

  return { ordered, place };
}

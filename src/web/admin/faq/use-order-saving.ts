/** The order of the questions: shown at once as somebody put it, then told to the server, one move after the other. */
import { useRef, useState } from 'react';
import type { AdminFaq } from '../../../contract/faqs.ts';
import { useApi } from '../session/session.tsx';
import { useReportedAction } from '../widgets/use-reported-action.ts';
import { arrange, moveItem } from './reorder.ts';

export interface OrderSaving {
  /** As they are to be shown. */
  ordered: AdminFaq[];
  /** `to` counts from 0. */
  place(id: string, to: number): Promise<void>;
}

export function useOrderSaving(faqs: AdminFaq[], refetch: () => Promise<void>): OrderSaving {
  const api = useApi();
  const attempt = useReportedAction();
  // What the server says meanwhile may be the state between two moves.
  const [wanted, setWanted] = useState<string[] | null>(null);
  const moves = useRef({ last: Promise.resolve(true), waiting: 0 });
  const ordered = wanted ? arrange(faqs, wanted) : faqs;

  const send = (id: string, to: number) =>
    attempt(() => api.put(`/api/admin/faqs/${id}/place`, { body: { place: to + 1 } }), {
      failure: 'Error saving FAQ. Please try again.',
    });

  async function place(id: string, to: number): Promise<void> {
    const ids = ordered.map((faq) => faq.id);
    setWanted(moveItem(ids, ids.indexOf(id), to));
    const { current } = moves;
    current.waiting += 1;
    current.last = current.last.then(() => send(id, to));
    await current.last;
    current.waiting -= 1;
    if (current.waiting === 0) await refetch();
    if (current.waiting === 0) setWanted(null);
  }

  return { ordered, place };
}

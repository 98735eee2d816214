/** The questions of a page's loader data with live changes. Apart from the other lists: most pages have no questions. */
import { useMemo } from 'react';
import type { Faq } from '../../contract/faqs.ts';
import { compareFaqs } from '../../core/faq-order.ts';
import { applyChange } from '../../core/live.ts';
import { changesAfter, type LiveChange } from './feed-cursor.ts';
import { useLiveData } from './live-data-provider.tsx';
import { changesOf, type LiveLists, type LivePage } from './live-lists.ts';

type WithFaqs = Required<Pick<LiveLists, 'cursor' | 'faqs'>>;

export const faqsAfter = ({ cursor, faqs }: WithFaqs, changes: readonly LiveChange[]): Faq[] =>
  changesOf<Faq>(changesAfter(cursor, changes), 'faqs').reduce(
    (list, change) => applyChange(list, change, compareFaqs),
    faqs,
  );

export function useLiveFaqs({ live }: LivePage<WithFaqs>): Faq[] {
  const { changes } = useLiveData();
  return useMemo(() => faqsAfter(live, changes), [live, changes]);
}

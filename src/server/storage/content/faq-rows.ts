/** Questions and answers as they leave the server. */
import type { AdminFaq, Faq } from '../../../contract/faqs.ts';
import { etagOf } from '../queries/wire-values.ts';
import type { Row } from '../schema.ts';

export type FaqRow = Row<'faqs'>;

export const toFaq = (row: FaqRow): Faq => ({
  id: row.id,
  question: row.question,
  answer: row.answer,
  order: row.order_index,
});

export const toAdminFaq = (row: FaqRow): AdminFaq => ({ ...toFaq(row), etag: etagOf(row.version) });

/** Frequently asked questions, in the order staff gave them. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import { z } from 'zod';
import type { AdminFaq, Faq } from '../../../contract/faqs.ts';
import type { Page } from '../../../contract/paging.ts';
import { idSchema } from '../../../contract/values.ts';
import { decodeCursor, type PageRequest, toPage } from '../queries/keyset.ts';
import { matchesSearch, searchTextOf } from '../queries/text-search.ts';
import { etagOf } from '../queries/wire-values.ts';
import type { Reader, Row, Schema, Writer } from '../schema.ts';

const keySchema = z.tuple([z.int(), idSchema]);

function comesAfter(eb: ExpressionBuilder<Schema, 'faqs'>, cursor: string | undefined): Expression<SqlBool> {
  if (cursor === undefined) return eb.and([]);
  const [order, id] = decodeCursor(cursor, keySchema);
  return eb(eb.refTuple('order_index', 'id'), '>', eb.tuple(order, id));
}

export async function searchFaqs(
  db: Reader,
  { q, limit, cursor }: PageRequest & { q?: string | undefined },
): Promise<Page<AdminFaq>> {
  const rows = await faqsInOrder(db)
    .where((eb) => eb.and([matchesSearch(eb, q), comesAfter(eb, cursor)]))
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, toAdminFaq, ({ order_index, id }) => [order_index, id]);
}

export const readFaqRows = (db: Reader): Promise<FaqRow[]> => faqsInOrder(db).execute();

const faqsInOrder = (db: Reader) => db.selectFrom('faqs').selectAll().orderBy('order_index').orderBy('id');

export const findFaqRow = (db: Reader, id: string): Promise<FaqRow | undefined> =>
  db.selectFrom('faqs').selectAll().where('id', '=', id).executeTakeFirst();

type WithoutSearchText = Omit<FaqRow, 'search_text'>;

const withSearchText = (row: WithoutSearchText): FaqRow => ({
  ...row,
  search_text: searchTextOf(row.question, row.answer),
});

export const insertFaq = (tx: Writer, row: WithoutSearchText): Promise<FaqRow> =>
  tx.insertInto('faqs').values(withSearchText(row)).returningAll().executeTakeFirstOrThrow();

/** Writes the whole row as its next version. */
export const replaceFaq = (tx: Writer, row: WithoutSearchText): Promise<FaqRow> =>
  tx
    .updateTable('faqs')
    .set({ ...withSearchText(row), version: row.version + 1 })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();

export async function removeFaq(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('faqs').where('id', '=', id).execute();
}

export type FaqRow = Row<'faqs'>;

export const toFaq = (row: FaqRow): Faq => ({
  id: row.id,
  question: row.question,
  answer: row.answer,
  order: row.order_index,
  language: row.language,
});

export const toAdminFaq = (row: FaqRow): AdminFaq => ({ ...toFaq(row), etag: etagOf(row.version) });

/** Messages that visitors sent. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { ContactMessage, ContactState } from '../../../contract/contact.ts';
import type { Page } from '../../../contract/paging.ts';
import type { Instant } from '../../../core/ist-time.ts';
import { type PageRequest, toPage } from '../queries/keyset.ts';
import { isOlderThan, newestFirstKeyOf } from '../queries/newest-first.ts';
import { matchesSearch, searchTextOf } from '../queries/text-search.ts';
import { isoOf } from '../queries/wire-values.ts';
import type { Reader, Row, Schema, Writer } from '../schema.ts';

type ContactRow = Row<'contact_messages'>;

export interface ContactFilters extends PageRequest {
  q?: string | undefined;
  state?: ContactState | undefined;
}

const isInState = (
  eb: ExpressionBuilder<Schema, 'contact_messages'>,
  state: ContactState | undefined,
): Expression<SqlBool> => (state ? eb('answered_at', state === 'new' ? 'is' : 'is not', null) : eb.and([]));

/** Newest first. */
export async function listContacts(
  db: Reader,
  { q, state, limit, cursor }: ContactFilters,
): Promise<Page<ContactMessage>> {
  const rows = await db
    .selectFrom('contact_messages')
    .selectAll()
    .where((eb) =>
      eb.and([matchesSearch(eb, q), isInState(eb, state), isOlderThan('contact_messages', cursor)]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, toContactMessage, newestFirstKeyOf);
}

export async function countNewContacts(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('contact_messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function findContact(db: Reader, id: string): Promise<ContactMessage | null> {
  const row = await db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toContactMessage(row) : null;
}

export const hasContact = async (db: Reader, id: string): Promise<boolean> =>
  (await db.selectFrom('contact_messages').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;

export async function insertContact(
  tx: Writer,
  row: Omit<ContactRow, 'search_text' | 'answered_at'>,
): Promise<ContactMessage> {
  const search_text = searchTextOf(row.name, row.phone, row.email, row.message);
  const values = { ...row, search_text, answered_at: null };
  await tx.insertInto('contact_messages').values(values).execute();
  return toContactMessage(values);
}

/** Null means that it is not answered. */
export async function setAnswered(tx: Writer, id: string, at: Instant | null): Promise<ContactMessage> {
  const row = await tx
    .updateTable('contact_messages')
    .set({ answered_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toContactMessage(row);
}

/** Returns whether there was such a message. */
export async function removeContact(tx: Writer, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('contact_messages').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

const toContactMessage = (row: ContactRow): ContactMessage => ({
  id: row.id,
  name: row.name,
  phone: row.phone,
  email: row.email,
  message: row.message,
  consentAt: isoOf(row.consent_at),
  createdAt: isoOf(row.created_at),
  answeredAt: row.answered_at === null ? null : isoOf(row.answered_at),
});

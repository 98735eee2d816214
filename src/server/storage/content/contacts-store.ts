/** Messages that visitors sent. */
import type { ContactMessage } from '../../../contract/contact.ts';
import type { Page } from '../../../contract/paging.ts';
import { type PageRequest, toPage } from '../queries/keyset.ts';
import { isOlderThan, newestFirstKeyOf } from '../queries/newest-first.ts';
import { matchesSearch, searchTextOf } from '../queries/text-search.ts';
import { isoOf } from '../queries/wire-values.ts';
import type { Reader, Row, Writer } from '../schema.ts';

type ContactRow = Row<'contact_messages'>;

/** Newest first. */
export async function listContacts(
  db: Reader,
  { q, limit, cursor }: PageRequest & { q?: string | undefined },
): Promise<Page<ContactMessage>> {
  const rows = await db
    .selectFrom('contact_messages')
    .selectAll()
    .where((eb) => eb.and([matchesSearch(eb, q), isOlderThan(eb, cursor)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return toPage(rows, limit, toContactMessage, newestFirstKeyOf);
}

export const hasContact = async (db: Reader, id: string): Promise<boolean> =>
  (await db.selectFrom('contact_messages').select('id').where('id', '=', id).executeTakeFirst()) !==
  undefined;

export async function insertContact(
  tx: Writer,
  row: Omit<ContactRow, 'search_text'>,
): Promise<ContactMessage> {
  const search_text = searchTextOf(row.name, row.phone, row.email, row.message);
  const values = { ...row, search_text };
  await tx.insertInto('contact_messages').values(values).execute();
  return toContactMessage(values);
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
});

/** Visitors send messages, staff delete them. The log cannot be erased, so it keeps nothing of what a person wrote. */
import type { ContactForm } from '../../contract/contact.ts';
import { HOUR } from '../../core/ist-time.ts';
import { AppError } from '../errors.ts';
import { insertContact, removeContact } from '../storage/contacts-store.ts';
import { perform } from './act.ts';
import { type ContactMails, queueContactNotices } from './contact-notices.ts';
import { type Actor, newId, type ServiceContext, VISITOR } from './context.ts';
import { refuseIfSpent, spendOne } from './limits.ts';

const FIVE_AN_HOUR = {
  most: 5,
  window: HOUR,
  detail: 'Too many messages from your address. Please try again later.',
};

export interface Delivery {
  /** Where the visitor's request came from: from one network only so many messages are accepted. */
  network: string;
  /** The mails by which Admins learn of messages. */
  mails: ContactMails;
}

export async function receiveContact(
  services: ServiceContext,
  { name, phone, email, message }: ContactForm,
  { network, mails }: Delivery,
): Promise<{ id: string }> {
  const key = `contact from ${network}`;
  // Before the transaction, so that a flood that is refused keeps no writer waiting.
  await refuseIfSpent(services.database.db, key, FIVE_AN_HOUR, services.clock.now());
  return perform(services, VISITOR, async ({ tx, now, record }) => {
    await spendOne(tx, key, FIVE_AN_HOUR, now);
    const id = newId(services);
    const row = await insertContact(tx, {
      id,
      name,
      phone,
      email,
      message,
      consent_at: now,
      created_at: now,
    });
    await queueContactNotices(tx, row, mails, now);
    await record({
      type: 'contact',
      action: 'Received message',
      target: id,
      before: null,
      after: null,
      events: [{ admin: { table: 'contact_messages', type: 'INSERT', row }, public: null }],
    });
    return { id };
  });
}

export const deleteContact = (services: ServiceContext, id: string, actor: Actor): Promise<void> =>
  perform(services, actor, async ({ tx, record }) => {
    if (!(await removeContact(tx, id))) throw new AppError('not-found');
    await record({
      type: 'contact',
      action: 'Deleted message',
      target: id,
      before: null,
      after: null,
      events: [{ admin: { table: 'contact_messages', type: 'DELETE', row: { id } }, public: null }],
    });
  });

/** Visitors send messages, staff delete them. The log cannot be erased, so it keeps nothing of what a person wrote. */
import type { ContactForm } from '../../contract/contact.ts';
import { AppError } from '../errors.ts';
import { insertContact, removeContact } from '../storage/contacts-store.ts';
import { perform } from './act.ts';
import { type Actor, newId, type ServiceContext, VISITOR } from './context.ts';

export const receiveContact = (
  services: ServiceContext,
  { name, phone, email, message }: ContactForm,
): Promise<{ id: string }> =>
  perform(services, VISITOR, async ({ tx, now, record }) => {
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

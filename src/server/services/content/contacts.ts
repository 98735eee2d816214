/** Visitors send messages, staff mark them as answered and delete them. */
import type { ContactForm, ContactMessage, ContactPatch } from '../../../contract/contact.ts';
import type { AdminChange } from '../../../contract/live.ts';
import { type Actor, VISITOR } from '../../../core/actor.ts';
import { HOUR } from '../../../core/ist-time.ts';
import { AppError } from '../../errors.ts';
import { countersIn } from '../../storage/accounts/rate-limits-store.ts';
import {
  findContact,
  hasContact,
  insertContact,
  removeContact,
  setAnswered,
} from '../../storage/content/contacts-store.ts';
import type { ServiceContext } from '../context.ts';
import { type Creation, idFor } from '../idempotency.ts';
import { countOrRefuse, refuseIfReached } from '../limits.ts';
import { type ChangeRecord, perform } from '../perform.ts';
import { type ContactMails, queueContactNotices } from './contact-notices.ts';

const MESSAGES_FROM_NETWORK = {
  most: 5,
  window: HOUR,
  detail: 'Too many messages from your address. Please try again later.',
};

/** Messages stay stored, so what one customer can send is limited too. */
const MESSAGES_FROM_WIDE_NETWORK = { ...MESSAGES_FROM_NETWORK, most: 50 };

interface ContactOptions {
  /** The network of the visitor's address, which has a limit of messages. */
  network: string;
  /** The IPv6 /48 that the network is in; for IPv4 the network itself. */
  wideNetwork: string;
  /** The mails to staff. */
  mails: ContactMails;
  idempotencyKey?: string | undefined;
}

/** The activity log cannot be erased, so it contains no text of a visitor. */
const contactRecord = (action: string, change: AdminChange): ChangeRecord => ({
  type: 'contact',
  action,
  target: change.row.id,
  before: null,
  after: null,
  events: [{ admin: change, public: null }],
});

export async function receiveContact(
  services: ServiceContext,
  { name, phone, email, message }: ContactForm,
  { network, wideNetwork, mails, idempotencyKey }: ContactOptions,
): Promise<{ id: string }> {
  const { database, clock } = services;
  const content = { name, phone, email, message };
  const creation: Creation = { table: 'contact_messages', sender: network, key: idempotencyKey, content };
  const counter = `contact from ${network}`;
  const wideCounter = `contact from wide ${wideNetwork}`;
  // Before the transaction, so that refused requests do not delay other writers.
  try {
    await refuseIfReached(database.counters, counter, MESSAGES_FROM_NETWORK, clock.now());
    await refuseIfReached(database.counters, wideCounter, MESSAGES_FROM_WIDE_NETWORK, clock.now());
  } catch (error) {
    // A repetition of the message that used up the limit still succeeds.
    const id = await idFor(services, database.db, creation);
    if (await hasContact(database.db, id)) return { id };
    throw error;
  }
  return perform(services, VISITOR, async ({ tx, now, record }) => {
    const id = await idFor(services, tx, creation);
    if (await hasContact(tx, id)) return { id };
    await countOrRefuse(countersIn(tx), counter, MESSAGES_FROM_NETWORK, now);
    await countOrRefuse(countersIn(tx), wideCounter, MESSAGES_FROM_WIDE_NETWORK, now);
    const row = await insertContact(tx, { id, ...content, consent_at: now, created_at: now });
    await queueContactNotices(tx, row, mails, now);
    await record(contactRecord('Received message', { table: 'contact_messages', type: 'INSERT', row }));
    return { id };
  });
}

/** Repeating it changes nothing: the time of the first answer stays. */
export const markContact = (
  services: ServiceContext,
  { id, answered }: { id: string } & ContactPatch,
  actor: Actor,
): Promise<ContactMessage> =>
  perform(services, actor, async ({ tx, now, record }) => {
    const before = await findContact(tx, id);
    if (!before) throw new AppError('not-found');
    if ((before.answeredAt !== null) === answered) return before;
    const row = await setAnswered(tx, id, answered ? now : null);
    const action = answered ? 'Marked message as answered' : 'Marked message as not answered';
    await record(contactRecord(action, { table: 'contact_messages', type: 'UPDATE', row }));
    return row;
  });

export const deleteContact = (services: ServiceContext, id: string, actor: Actor): Promise<void> =>
  perform(services, actor, async ({ tx, record }) => {
    if (!(await removeContact(tx, id))) throw new AppError('not-found');
    await record(
      contactRecord('Deleted message', { table: 'contact_messages', type: 'DELETE', row: { id } }),
    );
  });

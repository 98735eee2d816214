/** Queues the messages of an alert: a mail to each account and a push to each device that wants it. */
import type { AlertPush } from '../../contract/push.ts';
import type { AlertMessage } from '../../core/alert-texts.ts';
import type { Instant } from '../../core/ist-time.ts';
import { enqueuePushes } from '../storage/alerts/alert-pushes-store.ts';
import {
  type RecipientFilter,
  readAlertAddresses,
  readAlertEndpoints,
} from '../storage/alerts/alert-recipients-store.ts';
import { enqueueMail, type MailText, removeMailsOfAlert } from '../storage/operations/mails-store.ts';
import type { Writer } from '../storage/schema.ts';

export interface AlertLayout {
  /** The public origin. */
  baseUrl: string;
  mailOf(message: AlertMessage, at: Instant): MailText;
}

export interface Alert {
  /**
   * The same for the beginning and the end: the later message replaces the earlier one, in the queue and on the device.
   */
  id: string;
  message: AlertMessage;
  isByMail: boolean;
  recipients: RecipientFilter;
}

export async function queueAlert(
  tx: Writer,
  { id, message, isByMail, recipients }: Alert,
  { baseUrl, mailOf }: AlertLayout,
  now: Instant,
): Promise<void> {
  const mail = mailOf(message, now);
  const addresses = isByMail ? await readAlertAddresses(tx, recipients) : [];
  await removeMailsOfAlert(tx, id);
  for (const to of addresses)
    await enqueueMail(tx, { to, ...mail }, now, { alertKind: 'trouble', alertId: id });
  const endpoints = await readAlertEndpoints(tx, recipients);
  const topic = topicOf(id);
  const { title, text, path } = message;
  const push: AlertPush = { title, body: text, url: `${baseUrl}${path}`, tag: topic };
  await enqueuePushes(tx, endpoints, { topic, payload: JSON.stringify(push) }, now);
}

/** At most 32 characters of base64url, as push services require. */
const topicOf = (id: string): string =>
  new Bun.CryptoHasher('sha256').update(id).digest('base64url').slice(0, 32);

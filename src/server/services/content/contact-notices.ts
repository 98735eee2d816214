/** Alerts about visitors' messages: one each for the first of an hour, a summary for the others. */
import type { ContactMessage } from '../../../contract/contact.ts';
import { contactMessage, contactSummaryMessage } from '../../../core/alert-texts.ts';
import { HOUR, type Instant, MINUTE } from '../../../core/ist-time.ts';
import { countersIn, incrementCount } from '../../storage/accounts/rate-limits-store.ts';
import { insertAlertEvent } from '../../storage/alerts/alert-events-store.ts';
import { readContactAddresses } from '../../storage/alerts/alert-recipients-store.ts';
import { enqueueMail, type MailText, scheduleContactMail } from '../../storage/operations/mails-store.ts';
import { readSettings } from '../../storage/operations/settings-store.ts';
import type { Writer } from '../../storage/schema.ts';

export interface ContactMails {
  /** The mail about one message. */
  notice(message: ContactMessage): MailText;
  /** The mail about the number of messages that had no notice. */
  summary(messages: { count: number; since: Instant }): MailText;
}

const NOTICES_AN_HOUR = 5;
/** A node whose clock is behind must not add to a summary that another node is already sending. */
const CLOCK_TOLERANCE = MINUTE;

/**
 * Part of the transaction that stores the message, so that each message is reported exactly once. The mails quote the
 * message, so they are queued here; the devices of staff get the alert event.
 */
export async function queueContactNotices(
  tx: Writer,
  message: ContactMessage,
  mails: ContactMails,
  now: Instant,
): Promise<void> {
  if (!(await readSettings(tx)).settings.enableNotifications) return;
  const { count, windowStart } = await incrementCount(countersIn(tx), 'contact notices', HOUR, now);
  const addresses = await readContactAddresses(tx);
  const event = { isByMail: false, actorId: null };
  if (count <= NOTICES_AN_HOUR) {
    const notice = mails.notice(message);
    for (const to of addresses) await enqueueMail(tx, { to, ...notice }, now, { alertKind: 'contact' });
    const alert = contactMessage(message.name);
    await insertAlertEvent(tx, { ...event, id: message.id, message: alert, at: now });
    return;
  }
  const more = { count: count - NOTICES_AN_HOUR, since: windowStart };
  const summary = mails.summary(more);
  const key = `contact summary ${windowStart}`;
  const sendAt = windowStart + HOUR + CLOCK_TOLERANCE;
  for (const to of addresses) await scheduleContactMail(tx, key, { to, ...summary }, sendAt);
  await insertAlertEvent(tx, { ...event, id: key, message: contactSummaryMessage(more), at: sendAt });
}

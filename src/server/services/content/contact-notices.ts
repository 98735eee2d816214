/** Mails to Admins about visitors' messages: one mail each for the first of an hour, a summary for the others. */
import type { ContactMessage } from '../../../contract/contact.ts';
import { HOUR, type Instant, MINUTE } from '../../../core/ist-time.ts';
import { countersIn, countOne } from '../../storage/accounts/rate-limits-store.ts';
import { readAdminAddresses } from '../../storage/accounts/users-store.ts';
import { enqueueMail, type MailText, scheduleMail } from '../../storage/operations/mails-store.ts';
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

/** Part of the transaction that stores the message, so that each message is reported exactly once. */
export async function queueContactNotices(
  tx: Writer,
  message: ContactMessage,
  mails: ContactMails,
  now: Instant,
): Promise<void> {
  const { count, windowStart } = await countOne(countersIn(tx), 'contact notices', HOUR, now);
  const admins = await readAdminAddresses(tx);
  if (count <= NOTICES_AN_HOUR) {
    const notice = mails.notice(message);
    for (const to of admins) await enqueueMail(tx, { to, ...notice }, now);
    return;
  }
  const summary = mails.summary({ count: count - NOTICES_AN_HOUR, since: windowStart });
  const sendAt = windowStart + HOUR + CLOCK_TOLERANCE;
  for (const to of admins) {
    await scheduleMail(tx, `contact summary ${windowStart}`, { to, ...summary }, sendAt);
  }
}

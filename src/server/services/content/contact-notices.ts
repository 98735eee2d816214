/** Mails to Admins about messages of visitors: the first of an hour each, the others in one mail. */
import type { ContactMessage } from '../../../contract/contact.ts';
import { HOUR, type Instant, MINUTE } from '../../../core/ist-time.ts';
import { countersIn, countOne } from '../../storage/accounts/rate-limits-store.ts';
import { readAdminAddresses } from '../../storage/accounts/users-store.ts';
import { enqueueMail, type MailText, scheduleMail } from '../../storage/operations/mails-store.ts';
import type { Writer } from '../../storage/schema.ts';

export interface ContactMails {
  /** Tells of one message. */
  notice(message: ContactMessage): MailText;
  /** Tells how many messages came besides those that had a notice of their own. */
  summary(messages: { count: number; since: Instant }): MailText;
}

const NOTICES_AN_HOUR = 5;
/** A node whose clock is behind must not add to a summary that another node is already sending. */
const CLOCK_TOLERANCE = MINUTE;

/** Part of the transaction that stores the message, so that no message goes untold and none is told twice. */
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

/** The address that opens the reader's own mail program with an answer begun. */
import type { ContactMessage } from '../../../contract/contact.ts';
import { PRODUCT_NAME } from '../../../core/branding.ts';

export function replyLink({ name, email, message }: ContactMessage): string {
  const quoted = message.split('\n').map((line) => `> ${line}`);
  const parts = {
    subject: `Your message to ${PRODUCT_NAME}`,
    body: [`Hello ${name},`, '', '', ...quoted].join('\r\n'),
  };
  const query = Object.entries(parts).map(([part, text]) => `${part}=${encodeURIComponent(text)}`);
  return `mailto:${encodeURIComponent(email)}?${query.join('&')}`;
}

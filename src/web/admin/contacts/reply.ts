/** The `mailto:` link that opens a reply to a message. */
import type { ContactMessage } from '../../../contract/contact.ts';
import { PRODUCT_NAME } from '../../../core/branding.ts';

/** Some systems ignore longer `mailto:` links. */
const LONGEST_LINK = 2_000;

/** Quotes the message, or as much of its beginning as fits. */
export function replyLink({ name, email, message }: ContactMessage): string {
  const start = `mailto:${encode(email)}?subject=${encode(`Your message to ${PRODUCT_NAME}`)}&body=`;
  const greeting = encode(`Hello ${name},\r\n\r\n\r\n`);
  const quoted = `> ${message.replaceAll('\n', '\r\n> ')}`;
  return start + greeting + encodeBeginning(quoted, LONGEST_LINK - start.length - greeting.length);
}

/** `encodeURIComponent` throws on a lone surrogate. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

const MORE = encode(' …');

function encodeBeginning(text: string, room: number): string {
  const whole = encode(text);
  if (whole.length <= room) return whole;
  let beginning = '';
  for (const word of text.split(/(?<=\s)/).map(encode)) {
    if (beginning.length + word.length + MORE.length > room) break;
    beginning += word;
  }
  return beginning + MORE;
}

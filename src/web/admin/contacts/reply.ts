/** The address that opens the reader's own mail program with an answer begun. */
import type { ContactMessage } from '../../../contract/contact.ts';
import { PRODUCT_NAME } from '../../../core/branding.ts';

/** Some systems hand no longer address than this to a mail program: with a longer one nothing would happen at all. */
const LONGEST_LINK = 2_000;

/** Quotes the message, or as much of its beginning as the address can hold. */
export function replyLink({ name, email, message }: ContactMessage): string {
  const start = `mailto:${encode(email)}?subject=${encode(`Your message to ${PRODUCT_NAME}`)}&body=`;
  const greeting = encode(`Hello ${name},\r\n\r\n\r\n`);
  const quoted = `> ${message.replaceAll('\n', '\r\n> ')}`;
  return start + greeting + encodeBeginning(quoted, LONGEST_LINK - start.length - greeting.length);
}

/** Half a character, which a program can send, has no code of its own. */
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

/**
 * The idempotency key of the message in the contact form: the same as long as the message is, over a reload as well,
 * so that one whose answer was lost is not stored twice. A message that was changed meanwhile gets a key of its own,
 * because the server would take it for the former one.
 */
import type { ContactFields } from '../../../core/contact-form.ts';
import { newIdempotencyKey } from '../../live/idempotency-key.ts';

const STORED_AS = 'contact-key';

interface MessageKey {
  content: string;
  key: string;
}

let current: MessageKey | null = null;

export function keyFor({ name, phone, email, message }: ContactFields): string {
  const content = JSON.stringify([name, phone, email, message]);
  current = [current, readStored()].find((known) => known?.content === content) ?? {
    content,
    key: newIdempotencyKey(),
  };
  try {
    sessionStorage.setItem(STORED_AS, JSON.stringify(current));
  } catch {
    // Where nothing may be stored, it is kept until the page is left.
  }
  return current.key;
}

export function forgetKey(): void {
  current = null;
  try {
    sessionStorage.removeItem(STORED_AS);
  } catch {
    // Nothing was stored either.
  }
}

function readStored(): MessageKey | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null');
  } catch {
    return null;
  }
}

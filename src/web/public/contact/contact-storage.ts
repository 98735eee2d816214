/** What the contact form keeps in the tab's session storage: the unsent text, and the key of the message. */
import type { ContactFields } from '../../../core/contact-form.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';

const DRAFT = 'contact-draft';
const MESSAGE_KEY = 'contact-key';
const TEXT_FIELDS = ['name', 'phone', 'email', 'message'] as const;

/** Browsers may not allow storage: the form then works without it. */
function write(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {}
}

function remove(name: string): void {
  try {
    sessionStorage.removeItem(name);
  } catch {}
}

function read<Value>(name: string): Value | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

/** Consent is not stored: it has to be given for each message. */
export const saveDraft = ({ consent: _, ...texts }: ContactFields): void => write(DRAFT, texts);

export const deleteDraft = (): void => remove(DRAFT);

/** Fills the fields that are still empty; returns whether there was anything to fill in. */
export function restoreDraft(form: HTMLFormElement): boolean {
  const draft = read<Record<string, unknown>>(DRAFT) ?? {};
  let isRestored = false;
  for (const name of TEXT_FIELDS) {
    const field = form.elements.namedItem(name);
    const text = draft[name];
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    if (typeof text !== 'string' || text === '' || field.value !== '') continue;
    field.value = text;
    isRestored = true;
  }
  return isRestored;
}

interface StoredKey {
  content: string;
  key: string;
}

/** The idempotency key of the message in the form. */
export interface MessageKey {
  /**
   * The same key for the same message, even after a reload: one whose response was lost is not stored twice.
   * A changed message gets another key, because the server would take it for the first one.
   */
  keyFor(fields: ContactFields): string;
  delete(): void;
}

export function createMessageKey(): MessageKey {
  let current: StoredKey | null = null;
  return {
    keyFor({ name, phone, email, message }) {
      const content = JSON.stringify([name, phone, email, message]);
      const known = [current, read<StoredKey>(MESSAGE_KEY)].find((stored) => stored?.content === content);
      current = known ?? { content, key: newIdempotencyKey() };
      write(MESSAGE_KEY, current);
      return current.key;
    },
    delete() {
      current = null;
      remove(MESSAGE_KEY);
    },
  };
}

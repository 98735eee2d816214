/** What was typed into the contact form and not sent yet: it survives a change of page, of language, and a reload. */
import type { ContactFields } from '../../../core/contact-form.ts';

const KEY = 'contact-draft';
const TEXT_FIELDS = ['name', 'phone', 'email', 'message'] as const;

/** Only for this tab and this visit; consent is to be given anew. */
export function keepDraft({ consent: _, ...texts }: ContactFields): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(texts));
  } catch {
    // Where nothing may be stored, the form alone keeps it.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored either.
  }
}

function readDraft(): Partial<Record<string, unknown>> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

/** Puts it back into the fields that are still empty; tells whether there was any. */
export function restoreDraft(form: HTMLFormElement): boolean {
  const draft = readDraft();
  let restored = false;
  for (const name of TEXT_FIELDS) {
    const field = form.elements.namedItem(name);
    const text = draft[name];
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    if (typeof text !== 'string' || text === '' || field.value !== '') continue;
    field.value = text;
    restored = true;
  }
  return restored;
}

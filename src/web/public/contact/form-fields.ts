/** Reads the fields of the contact form, from a request and from the page. */
import type { ContactFields } from '../../../core/contact-form.ts';

/** The API's limit for every request. */
const MAX_BYTES = 64 * 1024;

/** Null if the body is too large. Counted while it arrives, so that a larger one is never held in memory. */
export async function readForm(request: Request): Promise<URLSearchParams | null> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return new URLSearchParams(text);
}

export const isFromBot = (form: URLSearchParams): boolean => Boolean(form.get('website'));

export const fieldsOf = (form: URLSearchParams): ContactFields => ({
  name: form.get('name') ?? '',
  phone: form.get('phone') ?? '',
  email: form.get('email') ?? '',
  message: form.get('message') ?? '',
  consent: form.has('consent'),
});

/** The same for the form on the page. */
export function readElement(element: HTMLFormElement): { fields: ContactFields; website: string } {
  const form = new URLSearchParams();
  for (const [name, value] of new FormData(element)) form.append(name, String(value));
  return { fields: fieldsOf(form), website: form.get('website') ?? '' };
}

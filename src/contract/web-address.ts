/** The schema of an address that the server sends messages to. */
import { z } from 'zod';

export const MAX_ADDRESS_LENGTH = 2_000;

export const webAddressSchema = (name: string) =>
  z
    .string({ error: `${name} is required.` })
    .trim()
    .min(1, `${name} is required.`)
    .max(MAX_ADDRESS_LENGTH, `${name} must be at most ${MAX_ADDRESS_LENGTH} characters.`)
    // URL parsers skip or escape some of them.
    .refine((url) => !/[\s\p{Cc}]/u.test(url), {
      error: `${name} must not contain spaces or control characters.`,
      abort: true,
    })
    .refine(isWebAddress, { error: `${name} must be a complete URL that starts with https://.`, abort: true })
    .refine((url) => !hasCredentials(url), `${name} must not contain a user name or password.`);

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.port !== '0';
}

function hasCredentials(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.username !== '' || url.password !== '');
}

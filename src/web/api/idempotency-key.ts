/** Creates the idempotency key of a request: repeated with the same key it creates nothing more. */

const KEY_BYTES = 16;

/** `crypto.randomUUID` exists only under https and on localhost. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

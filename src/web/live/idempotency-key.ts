/** Makes the key with which a creation can be sent again without being made twice. */

const KEY_BYTES = 16;

/** Not `crypto.randomUUID`, which a page has only under https or on localhost. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

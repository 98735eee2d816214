import { expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { deriveLogKey } from './log-key.ts';

const SECRET = 'ഒരു രഹസ്യം: long enough for the tests';

/** RFC 5869 for one block, with an empty salt. */
function hkdf(secret: string, info: string): Uint8Array {
  const extracted = createHmac('sha256', Buffer.alloc(32)).update(secret, 'utf8').digest();
  return createHmac('sha256', extracted).update(info).update(Uint8Array.of(1)).digest();
}

test('the seed is HKDF-SHA-256 of the secret in UTF-8', () => {
  const seed = hkdf(SECRET, 'swarna-chakra/log-key/v1');
  expect(deriveLogKey(SECRET).publicKey.toHex()).toBe(ed25519.getPublicKey(seed).toHex());
});

test('a text is signed in UTF-8, and the same signature results each time', () => {
  const { publicKey, sign } = deriveLogKey(SECRET);
  const text = 'example.org/log\n1\nകൈ\n';
  const signature = sign(text);
  expect(ed25519.verify(signature, new TextEncoder().encode(text), publicKey)).toBe(true);
  expect(deriveLogKey(SECRET).sign(text).toHex()).toBe(signature.toHex());
});

test('another secret gives another key', () => {
  expect(deriveLogKey(`${SECRET}.`).publicKey.toHex()).not.toBe(deriveLogKey(SECRET).publicKey.toHex());
});

/**
 * Preloaded into a world: gives all worlds the same ids, and each one its own seeds and salts, in the same order.
 * The server reads the random source of the operating system, which no setting replaces.
 */
import { createRequire } from 'node:module';
import { type GivenWorld, SECRET_BYTES, secretOf, sharedBytes, WORLD } from './given-secrets.ts';

const { name, chosen }: GivenWorld = JSON.parse(process.env[WORLD] ?? '');
const counts = new Map<number, number>();

function givenBytes(length: number): Buffer {
  const count = counts.get(length) ?? 0;
  counts.set(length, count + 1);
  if (length !== SECRET_BYTES) return sharedBytes(length, count);
  return Buffer.from(chosen[count] ?? secretOf(name, count), 'hex');
}

const crypto = createRequire(import.meta.url)('node:crypto');
const { randomBytes } = crypto;
// Libraries call it with a callback, for values that are not compared.
crypto.randomBytes = (length: number, ...rest: unknown[]) =>
  rest.length > 0 ? randomBytes(length, ...rest) : givenBytes(length);

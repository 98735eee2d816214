/** The hash functions and signatures of `node:crypto`, for unit tests of the public log. */
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto';
import type { Bytes, Crypto, Data, Hashing } from '../../src/core/public-log/crypto.ts';

const updateAll = <Hash extends { update(part: string | Uint8Array): unknown }>(
  hash: Hash,
  data: Data,
): Hash => {
  for (const part of data) hash.update(part);
  return hash;
};

export const sha256 = (...data: Data): Bytes =>
  new Uint8Array(updateAll(createHash('sha256'), data).digest());

export const testHashing: Hashing = {
  sha256: async (...data) => sha256(...data),
  hmacSha256: async (key, ...data) => new Uint8Array(updateAll(createHmac('sha256', key), data).digest()),
};

export const verifyEd25519: Crypto['verifyEd25519'] = async (publicKey, signature, text) => {
  const jwk = {
    kty: 'OKP',
    crv: 'Ed25519',
    x: publicKey.toBase64({ alphabet: 'base64url', omitPadding: true }),
  };
  return verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), signature);
};

/** The cryptography of the public log on the server: `node:crypto`, and `@noble/curves` for BLS signatures. */
import { createHash, createHmac, createPublicKey, type Hash, type Hmac, verify } from 'node:crypto';
import { BLS_DOMAIN } from '../../core/public-log/beacon-chain.ts';
import type { Bytes, Crypto, Data } from '../../core/public-log/crypto.ts';

function digest(hash: Hash | Hmac, data: Data): Bytes {
  for (const part of data) hash.update(part);
  return new Uint8Array(hash.digest());
}

const ed25519Key = (publicKey: Bytes) => {
  const x = publicKey.toBase64({ alphabet: 'base64url', omitPadding: true });
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
};

export const nodeCrypto: Crypto = {
  sha256: async (...data) => digest(createHash('sha256'), data),
  hmacSha256: async (key, ...data) => digest(createHmac('sha256', key), data),

  async verifyEd25519(publicKey, signature, text) {
    try {
      return verify(null, Buffer.from(text), ed25519Key(publicKey), signature);
    } catch {
      return false;
    }
  },

  async verifyBls(publicKey, signature, message) {
    // Loaded on first use, because it would delay the start of the server.
    const { bls12_381 } = await import('@noble/curves/bls12-381.js');
    const { shortSignatures } = bls12_381;
    try {
      return shortSignatures.verify(signature, shortSignatures.hash(message, BLS_DOMAIN), publicKey);
    } catch {
      return false;
    }
  },
};

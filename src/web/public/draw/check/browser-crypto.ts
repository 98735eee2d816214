/** The cryptography of the check in the browser: WebCrypto, and `@noble/curves` for what it does not have. */

import { BLS_DOMAIN } from '../../../../core/public-log/beacon-chain.ts';
import { type Bytes, type Crypto, type Data, joinBytes } from '../../../../core/public-log/crypto.ts';

const join = (data: Data): Bytes =>
  joinBytes(data.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part)));

/** Without https, browsers have no WebCrypto; the conversions of bytes are as new as 2025. */
export const isSupported = (): boolean =>
  globalThis.crypto?.subtle !== undefined && 'fromBase64' in Uint8Array && 'fromHex' in Uint8Array;

export const browserCrypto: Crypto = {
  sha256: async (...data) => new Uint8Array(await crypto.subtle.digest('SHA-256', join(data))),

  async hmacSha256(key, ...data) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
    return new Uint8Array(await crypto.subtle.sign('HMAC', imported, join(data)));
  },

  async verifyEd25519(publicKey, signature, text) {
    const message = new TextEncoder().encode(text);
    try {
      const imported = await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
      return await crypto.subtle.verify('Ed25519', imported, signature, message);
    } catch {
      // Browsers got this algorithm late; a key that is no point of the curve fails here as well.
      const { ed25519 } = await import('@noble/curves/ed25519.js');
      return isTrue(() => ed25519.verify(signature, message, publicKey));
    }
  },

  async verifyBls(publicKey, signature, message) {
    const { bls12_381 } = await import('@noble/curves/bls12-381.js');
    const { shortSignatures } = bls12_381;
    return isTrue(() =>
      shortSignatures.verify(signature, shortSignatures.hash(message, BLS_DOMAIN), publicKey),
    );
  },
};

/** The library throws where bytes are not a point of the curve. */
function isTrue(verify: () => boolean): boolean {
  try {
    return verify();
  } catch {
    return false;
  }
}

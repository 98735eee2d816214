/** The key that signs checkpoints, derived from the secret so that all nodes of a site have the same one. */
import { createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto';
import type { Bytes } from '../../core/public-log/crypto.ts';

export interface LogKey {
  publicKey: Bytes;
  /** An Ed25519 signature of the text in UTF-8. */
  sign(text: string): Bytes;
}

const PURPOSE = 'swarna-chakra/log-key/v1';
const SEED_BYTES = 32;
/** What precedes the seed in an Ed25519 private key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

export function deriveLogKey(secret: string): LogKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, SEED_BYTES));
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    publicKey: Uint8Array.fromBase64(x, { alphabet: 'base64url' }),
    sign: (text) => new Uint8Array(sign(null, Buffer.from(text), key)),
  };
}

/** The functions of the platform that the public log needs: `node:crypto` on the server, WebCrypto in the browser. */

export type Bytes = Uint8Array<ArrayBuffer>;

/** Is joined; texts count as UTF-8. */
export type Data = readonly (string | Bytes)[];

export interface Hashing {
  sha256(...data: Data): Promise<Bytes>;
  hmacSha256(key: Bytes, ...data: Data): Promise<Bytes>;
}

export interface Crypto extends Hashing {
  verifyEd25519(publicKey: Bytes, signature: Bytes, text: string): Promise<boolean>;
  /** Verifies a signature in G1 with a public key in G2, as drand's scheme `bls-unchained-g1-rfc9380` has them. */
  verifyBls(publicKey: Bytes, signature: Bytes, message: Bytes): Promise<boolean>;
}

const HEX = /^(?:[0-9a-f]{2})*$/;

/** Whether a text is that many bytes in lower-case hex. */
export const isHex = (text: string, bytes: number): boolean => text.length === 2 * bytes && HEX.test(text);

export const HASH_BYTES = 32;

export function joinBytes(parts: readonly Bytes[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

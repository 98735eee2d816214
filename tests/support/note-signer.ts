/** Signs notes with new Ed25519 keys, for unit tests. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { keyIdOf, signedNote, type VerifierKey } from '../../src/core/public-log/checkpoint.ts';
import type { Bytes } from '../../src/core/public-log/crypto.ts';
import { testHashing } from './test-hashing.ts';

export interface Signer extends VerifierKey {
  privateKey: KeyObject;
}

export function newSigner(name: string): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  return { name, privateKey, publicKey: Uint8Array.fromBase64(x, { alphabet: 'base64url' }) };
}

export const signatureOf = (body: string, { privateKey }: Signer): Bytes =>
  new Uint8Array(sign(null, Buffer.from(body), privateKey));

export const noteOf = async (body: string, signer: Signer): Promise<string> =>
  signedNote(body, signer.name, await keyIdOf(signer, testHashing), signatureOf(body, signer));

/** The signature lines of a note. */
export const signatureLines = (note: string): string => note.slice(note.indexOf('\n\n') + 2);

/** Replaces what may differ between two worlds whose secrets differ: hashes, seeds, salts and signatures. */
import { decodeBundle } from '../../../src/core/public-log/tiles.ts';
import type { SeenResponse } from './log-view.ts';

/** Same length, so that a difference in length is seen. */
const mask = (text: string): string => '#'.repeat(text.length);

/** Not `signature`: both worlds use the same beacon, so it must be the same. */
const SECRET_FIELDS = /"(commit|sealed|seed|salt)":"([0-9a-f]{64})"/g;

export const maskEntry = (entry: string): string =>
  entry.replace(SECRET_FIELDS, (_, name: string, value: string) => `"${name}":"${mask(value)}"`);

/** The root and the signature. */
function maskCheckpoint(note: string): string {
  const [origin = '', size = '', root = '', empty = '', signature = '', ...rest] = note.split('\n');
  const [dash = '', name = '', bytes = '', ...more] = signature.split(' ');
  return [origin, size, mask(root), empty, [dash, name, mask(bytes), ...more].join(' '), ...rest].join('\n');
}

interface ShownProof {
  checkpoint: string;
  entries: { entry: string; proof: string[] }[];
  consistency: { proof: string[] } | null;
}

function maskProof(body: string): string {
  const proof: ShownProof = JSON.parse(body);
  return JSON.stringify({
    ...proof,
    checkpoint: maskCheckpoint(proof.checkpoint),
    entries: proof.entries.map((shown) => ({
      ...shown,
      entry: maskEntry(shown.entry),
      proof: shown.proof.map(mask),
    })),
    consistency: proof.consistency && { ...proof.consistency, proof: proof.consistency.proof.map(mask) },
  });
}

function maskBundle(bundle: Buffer): string {
  const entries = decodeBundle(new Uint8Array(bundle));
  if (!entries) throw new Error('not a bundle of entries');
  return entries.map((entry) => maskEntry(Buffer.from(entry).toString())).join('\n');
}

function maskBody({ path, status, body }: SeenResponse): string {
  const bytes = Buffer.from(body, 'base64');
  if (status !== 200) return bytes.toString();
  if (path === '/log/checkpoint') return maskCheckpoint(bytes.toString());
  if (path.startsWith('/log/tile/entries/')) return maskBundle(bytes);
  if (path.startsWith('/log/tile/')) return mask(bytes.toString('hex'));
  return path.startsWith('/api/proof/') ? maskProof(bytes.toString()) : bytes.toString();
}

/** The ETag is a hash of the body. */
export const maskResponse = (response: SeenResponse): string =>
  JSON.stringify({
    ...response,
    headers: response.headers.map(([name, value]) => [name, name === 'etag' ? '#' : value]),
    body: maskBody(response),
  });

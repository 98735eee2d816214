/** Reads and verifies a public log over HTTP, without any code of the product: hashes, notes, tiles and proofs. */
import { createHash, createPublicKey, verify } from 'node:crypto';

const sha256 = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const leafHash = (entry: string): Buffer => sha256(Uint8Array.of(0), entry);
const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Uint8Array.of(1), left, right);

/** The definition of RFC 6962, section 2.1. */
export function naiveRoot(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (!first) return sha256();
  if (leaves.length === 1) return first;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return nodeHash(naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)));
}

export interface ReadKey {
  name: string;
  hash: string;
  publicKey: Buffer;
}

export function readKeyLine(line: string): ReadKey {
  const [, name = '', hash = '', key = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)\n$/.exec(line) ?? [];
  const bytes = Buffer.from(key, 'base64');
  if (bytes.length !== 33 || bytes[0] !== 1) throw new Error(`not a key of Ed25519: ${line}`);
  return { name, hash, publicKey: bytes.subarray(1) };
}

export const keyHash = ({ name, publicKey }: ReadKey): string =>
  sha256(name, '\n', Uint8Array.of(1), publicKey).subarray(0, 4).toString('hex');

export interface ReadCheckpoint {
  origin: string;
  size: number;
  root: Buffer;
}

/** Throws unless the note is signed with the key. */
export function openCheckpoint(note: string, key: ReadKey): ReadCheckpoint {
  const [body = '', signatures = ''] = note.split(/(?<=\n)\n/);
  const [origin = '', size = '', root = '', ...rest] = body.split('\n');
  const [, name, signature = ''] = /^— (\S+) (\S+)\n$/.exec(signatures) ?? [];
  if (rest.join() !== '' || name !== key.name) throw new Error(`not a checkpoint: ${note}`);
  const bytes = Buffer.from(signature, 'base64');
  const publicKey = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: key.publicKey.toString('base64url') },
    format: 'jwk',
  });
  if (bytes.subarray(0, 4).toString('hex') !== key.hash) throw new Error('the note names another key');
  if (!verify(null, Buffer.from(body), publicKey, bytes.subarray(4)))
    throw new Error('the signature is false');
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') };
}

/** RFC 9162, section 2.1.3.2. */
export function isIncluded(
  { root, size }: ReadCheckpoint,
  { index, entry, proof }: { index: number; entry: string; proof: readonly string[] },
): boolean {
  if (index >= size) return false;
  let [position, last, hash] = [index, size - 1, leafHash(entry)];
  for (const sibling of proof.map((text) => Buffer.from(text, 'base64'))) {
    if (last === 0) return false;
    if (position % 2 === 1 || position === last) {
      hash = nodeHash(sibling, hash);
      while (position % 2 === 0 && position !== 0) [position, last] = [position >> 1, last >> 1];
    } else hash = nodeHash(hash, sibling);
    [position, last] = [position >> 1, last >> 1];
  }
  return last === 0 && hash.equals(root);
}

/** RFC 9162, section 2.1.4.2. */
export function isConsistent(
  former: Pick<ReadCheckpoint, 'size' | 'root'>,
  { size, root }: Pick<ReadCheckpoint, 'size' | 'root'>,
  proof: readonly string[],
): boolean {
  if (former.size === size) return proof.length === 0 && former.root.equals(root);
  const isPowerOfTwo = (former.size & (former.size - 1)) === 0;
  const hashes = proof.map((text) => Buffer.from(text, 'base64'));
  const [first, ...path] = isPowerOfTwo ? [former.root, ...hashes] : hashes;
  if (!first) return false;
  let [position, last] = [former.size - 1, size - 1];
  while (position % 2 === 1) [position, last] = [position >> 1, last >> 1];
  let [formerHash, hash] = [first, first];
  for (const sibling of path) {
    if (last === 0) return false;
    if (position % 2 === 1 || position === last) {
      formerHash = nodeHash(sibling, formerHash);
      hash = nodeHash(sibling, hash);
      while (position % 2 === 0 && position !== 0) [position, last] = [position >> 1, last >> 1];
    } else hash = nodeHash(hash, sibling);
    [position, last] = [position >> 1, last >> 1];
  }
  return last === 0 && formerHash.equals(former.root) && hash.equals(root);
}

const WIDTH = 256;

/** For logs of less than 256,000 entries. */
export function tilePathOf(level: number | 'entries', position: number, width: number): string {
  const index = String(position).padStart(3, '0');
  return `/log/tile/${level}/${index}${width < WIDTH ? `.p/${width}` : ''}`;
}

/** Paths and widths of all tiles for that many hashes or entries. */
export const tilesFor = (level: number | 'entries', count: number): { path: string; width: number }[] =>
  Array.from({ length: Math.ceil(count / WIDTH) }, (_, position) => {
    const width = Math.min(WIDTH, count - position * WIDTH);
    return { path: tilePathOf(level, position, width), width };
  });

function entriesInBundle(bundle: Buffer): string[] {
  const entries: string[] = [];
  for (let start = 0; start < bundle.length; ) {
    const end = start + 2 + bundle.readUInt16BE(start);
    entries.push(bundle.toString('utf8', start + 2, end));
    start = end;
  }
  return entries;
}

export interface WholeLog {
  key: ReadKey;
  note: string;
  checkpoint: ReadCheckpoint;
  entries: string[];
}

/** Fetches a log with all its entries. Throws unless they give the signed root. */
export async function readWholeLog(url: string): Promise<WholeLog> {
  const fetchBytes = async (path: string): Promise<Buffer> => {
    const response = await fetch(url + path);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return Buffer.from(await response.arrayBuffer());
  };
  const key = readKeyLine(String(await fetchBytes('/log/key')));
  const note = String(await fetchBytes('/log/checkpoint'));
  const checkpoint = openCheckpoint(note, key);
  const entries: string[] = [];
  for (const { path, width } of tilesFor('entries', checkpoint.size)) {
    const bundle = entriesInBundle(await fetchBytes(path));
    if (bundle.length !== width) throw new Error(`${path} has ${bundle.length} entries`);
    entries.push(...bundle);
  }
  if (!naiveRoot(entries.map(leafHash)).equals(checkpoint.root)) throw new Error('the root is false');
  return { key, note, checkpoint, entries };
}

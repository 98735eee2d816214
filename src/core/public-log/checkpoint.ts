/** Checkpoints: the size and root of the log in a note signed with Ed25519, as C2SP `signed-note` defines it. */
import { type Bytes, type Crypto, HASH_BYTES, type Hashing } from './crypto.ts';

type Sha256 = Pick<Hashing, 'sha256'>;

export interface Checkpoint {
  origin: string;
  size: number;
  root: Bytes;
}

interface NoteSignature {
  /** The name of the key. */
  name: string;
  keyId: Bytes;
  signature: Bytes;
}

/** An Ed25519 key. Its name is the origin of the log. */
export interface VerifierKey {
  name: string;
  publicKey: Bytes;
}

const KEY_ID_BYTES = 4;
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** The signature type of the specification. */
const ED25519 = Uint8Array.of(1);
/** The specification demands 16 at least. */
const MAX_SIGNATURES = 100;

/** Neither spaces nor control characters, `+` or lone surrogates, which have no UTF-8. */
const NAME = /^[^\s\p{Cc}\p{Cs}+]+$/u;
const SIZE = /^(?:0|[1-9]\d{0,15})$/;
const SIGNATURE_LINE = /^— ([^ ]+) ([^ ]+)$/;
const VERIFIER_KEY = /^([^+]+)\+[^+]+\+(.+)$/;

/** The text that is signed. */
export const checkpointBody = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toBase64()}\n`;

export const signedNote = (body: string, name: string, keyId: Bytes, signature: Bytes): string =>
  `${body}\n— ${name} ${Uint8Array.of(...keyId, ...signature).toBase64()}\n`;

/** Verifies no signature. Null for anything but three lines, an empty one and signatures in their normal form. */
export function parseCheckpoint(
  note: string,
): { checkpoint: Checkpoint; body: string; signatures: NoteSignature[] } | null {
  const [origin = '', sizeText = '', rootText = '', separator, ...lines] = note.split('\n');
  if (separator !== '' || lines.pop() !== '' || lines.length === 0 || lines.length > MAX_SIGNATURES)
    return null;
  const size = Number(sizeText);
  const root = decodeBase64(rootText);
  if (!NAME.test(origin) || !SIZE.test(sizeText) || !Number.isSafeInteger(size)) return null;
  if (root?.length !== HASH_BYTES) return null;
  const signatures = lines.map(parseSignature).filter((signature) => signature !== null);
  if (signatures.length < lines.length) return null;
  const checkpoint = { origin, size, root };
  return { checkpoint, body: checkpointBody(checkpoint), signatures };
}

function parseSignature(line: string): NoteSignature | null {
  const [, name = '', text = ''] = SIGNATURE_LINE.exec(line) ?? [];
  const bytes = decodeBase64(text);
  if (!NAME.test(name) || !bytes || bytes.length <= KEY_ID_BYTES) return null;
  return { name, keyId: bytes.slice(0, KEY_ID_BYTES), signature: bytes.slice(KEY_ID_BYTES) };
}

export const keyIdOf = async ({ name, publicKey }: VerifierKey, { sha256 }: Sha256): Promise<Bytes> =>
  (await sha256(`${name}\n`, ED25519, publicKey)).slice(0, KEY_ID_BYTES);

/** `name+hash+base64`, without a line break. */
export async function verifierKeyText(key: VerifierKey, hashing: Sha256): Promise<string> {
  const keyId = await keyIdOf(key, hashing);
  return `${key.name}+${keyId.toHex()}+${Uint8Array.of(...ED25519, ...key.publicKey).toBase64()}`;
}

/** Null if the line is not of this form, or if its hash is not that of the key. */
export async function parseVerifierKey(line: string, hashing: Sha256): Promise<VerifierKey | null> {
  const [, name = '', keyText = ''] = VERIFIER_KEY.exec(line) ?? [];
  const publicKey = decodeBase64(keyText)?.slice(ED25519.length);
  if (!NAME.test(name) || publicKey?.length !== PUBLIC_KEY_BYTES) return null;
  const key = { name, publicKey };
  // Compares the type and the hash as well.
  return (await verifierKeyText(key, hashing)) === line ? key : null;
}

/** Null unless it is a checkpoint of this key's log and all of its signatures by this key, at least one, are genuine. */
export async function verifyCheckpoint(
  note: string,
  key: VerifierKey,
  crypto: Pick<Crypto, 'sha256' | 'verifyEd25519'>,
): Promise<Checkpoint | null> {
  const parsed = parseCheckpoint(note);
  if (parsed?.checkpoint.origin !== key.name) return null;
  const keyId = (await keyIdOf(key, crypto)).toHex();
  const own = parsed.signatures.filter(({ name, keyId: id }) => name === key.name && id.toHex() === keyId);
  for (const { signature } of own) {
    if (signature.length !== SIGNATURE_BYTES) return null;
    if (!(await crypto.verifyEd25519(key.publicKey, signature, parsed.body))) return null;
  }
  return own.length > 0 ? parsed.checkpoint : null;
}

/** `fromBase64` also accepts other spellings, so the text must equal what `toBase64` writes. */
export function decodeBase64(text: string): Bytes | null {
  try {
    const bytes = Uint8Array.fromBase64(text);
    return bytes.toBase64() === text ? bytes : null;
  } catch {
    return null;
  }
}

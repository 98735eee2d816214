/** A public randomness beacon: its rounds and how their signatures are verified. */
import { type Instant, SECOND } from '../ist-time.ts';
import { type Bytes, type Crypto, isHex } from './crypto.ts';

export interface BeaconChain {
  /** Entries and relays name it by this id, in hex. */
  id: string;
  /** In hex. */
  publicKey: string;
  /** Unix seconds of round 1. */
  genesis: number;
  /** Seconds between rounds. */
  period: number;
}

/** The quicknet chain of drand. */
export const QUICKNET: BeaconChain = {
  id: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesis: 1_692_803_367,
  period: 3,
};

/** The domain separation tag of drand's scheme `bls-unchained-g1-rfc9380`. */
export const BLS_DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_';

export const SIGNATURE_BYTES = 48;
export const PUBLIC_KEY_BYTES = 96;

/** The last round that is out at an instant. */
export const roundAt = (
  { genesis, period }: Pick<BeaconChain, 'genesis' | 'period'>,
  time: Instant,
): number => Math.floor((Math.floor(time / SECOND) - genesis) / period) + 1;

/** When a round comes out. */
export const roundTime = (
  { genesis, period }: Pick<BeaconChain, 'genesis' | 'period'>,
  round: number,
): Instant => (genesis + (round - 1) * period) * SECOND;

export async function isGenuineSignature(
  { publicKey }: Pick<BeaconChain, 'publicKey'>,
  round: number,
  signature: string,
  { sha256, verifyBls }: Pick<Crypto, 'sha256' | 'verifyBls'>,
): Promise<boolean> {
  if (!isHex(signature, SIGNATURE_BYTES)) return false;
  const message = await sha256(eightBytes(round));
  return verifyBls(Uint8Array.fromHex(publicKey), Uint8Array.fromHex(signature), message);
}

/** Big-endian. */
function eightBytes(number: number): Bytes {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

/** Commitments to secret seeds, the digits that follow from them, and seals of digits that staff entered. */
import { DIGIT_COUNT, FAIR_BYTES } from '../digits.ts';
import type { IstDate } from '../ist-time.ts';
import type { Result } from '../result.ts';
import type { Slot } from '../slots.ts';
import type { Bytes, Hashing } from './crypto.ts';

export const SEED_BYTES = 32;
export const SALT_BYTES = 32;

/** What a seed is for. It never changes, not even when the beacon fails. */
export interface CommitmentContext {
  date: IstDate;
  slot: Slot;
  /** The number that automation gives the slot. */
  drawNo: string;
  /** Empty without a beacon. */
  chain: string;
  /** 0 without a beacon. */
  round: number;
}

const contextText = ({ date, slot, drawNo, chain, round }: CommitmentContext): string =>
  `${date}\n${slot}\n${drawNo}\n${chain}\n${round}\n`;

export async function commitTo(
  context: CommitmentContext,
  seed: Bytes,
  { sha256 }: Pick<Hashing, 'sha256'>,
): Promise<string> {
  return (await sha256('swarna-chakra/commit/v1\n', contextText(context), seed)).toHex();
}

/** The five digits. `signature` is that of the beacon's round in hex; null without one. */
export async function digitsFromSeed(
  context: CommitmentContext,
  seed: Bytes,
  signature: string | null,
  { sha256, hmacSha256 }: Hashing,
): Promise<string> {
  const beacon = signature === null ? '' : (await sha256(Uint8Array.fromHex(signature))).toHex();
  const prefix = `swarna-chakra/digits/v1\n${contextText(context)}${beacon}\n`;
  let digits = '';
  for (let count = 0; digits.length < DIGIT_COUNT; count += 1) {
    const bytes = await hmacSha256(seed, `${prefix}${count}\n`);
    for (const byte of bytes) if (byte < FAIR_BYTES) digits += byte % 10;
  }
  return digits.slice(0, DIGIT_COUNT);
}

/** Hides the digits until the salt is opened: a hash of digits alone could be found by trying all of them. */
export async function sealResult(
  { date, slot, drawNo, digits }: Result,
  salt: Bytes,
  { sha256 }: Pick<Hashing, 'sha256'>,
): Promise<string> {
  const text = `${date}\n${slot}\n${drawNo}\n${digits}\n`;
  return (await sha256('swarna-chakra/entry/v1\n', text, salt)).toHex();
}

/** The hashes of the public log, computed without the code of the product: the simulation compares both. */
import { createHash, createHmac } from 'node:crypto';
import type { ModelDay, ModelResult } from './site-model.ts';

type Part = string | Uint8Array;

function sha256(...parts: Part[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

type Slot = Pick<ModelResult, 'date' | 'slot' | 'drawNo'>;
type Beacon = Pick<ModelDay, 'chain' | 'round'>;

const contextOf = ({ date, slot, drawNo }: Slot, { chain, round }: Beacon): string =>
  [date, slot, drawNo, chain, round, ''].join('\n');

export const commitmentTo = (slot: Slot, beacon: Beacon, seed: string): string =>
  sha256('swarna-chakra/commit/v1\n', contextOf(slot, beacon), Buffer.from(seed, 'hex')).toString('hex');

export function digitsFrom(slot: Slot, day: Beacon & Pick<ModelDay, 'signature'>, seed: string): string {
  const beacon = day.signature === null ? '' : sha256(Buffer.from(day.signature, 'hex')).toString('hex');
  const prefix = `swarna-chakra/digits/v1\n${contextOf(slot, day)}${beacon}\n`;
  let digits = '';
  for (let count = 0; digits.length < 5; count += 1) {
    const bytes = createHmac('sha256', Buffer.from(seed, 'hex')).update(`${prefix}${count}\n`).digest();
    digits += [...bytes].flatMap((byte) => (byte < 250 ? byte % 10 : [])).join('');
  }
  return digits.slice(0, 5);
}

export const sealOf = ({ date, slot, drawNo, digits }: ModelResult, salt: string): string =>
  sha256(
    'swarna-chakra/entry/v1\n',
    [date, slot, drawNo, digits, ''].join('\n'),
    Buffer.from(salt, 'hex'),
  ).toString('hex');

export const hashOfLeaf = (text: string): Buffer => sha256(Uint8Array.of(0), text);

/** MTH of RFC 6962, section 2.1. */
export function hashOfTree(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (!first) return sha256();
  if (leaves.length === 1) return first;
  let half = 1;
  while (2 * half < leaves.length) half *= 2;
  return sha256(Uint8Array.of(1), hashOfTree(leaves.slice(0, half)), hashOfTree(leaves.slice(half)));
}

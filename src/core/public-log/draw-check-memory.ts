/** The fifth step of the check of a draw: the log still contains the record that this browser remembers. */
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts';
import type { Crypto } from './crypto.ts';
import {
  type CheckStep,
  type DrawCheckInput,
  decodeProof,
  type RememberedRecord,
  type SeenRecord,
  verifyNote,
} from './draw-check-input.ts';
import { isConsistent } from './merkle.ts';
import { continues } from './replay-origin.ts';

export type MemoryFinding =
  | 'first visit'
  | 'contained'
  | 'restored'
  | 'not signed'
  | 'other key'
  | 'other log'
  | 'shorter'
  | 'rewritten';

export async function compareWithMemory(
  input: DrawCheckInput,
  crypto: Crypto,
): Promise<CheckStep<MemoryFinding>> {
  const now = await verifyNote({ checkpoint: input.proof.checkpoint, key: input.key }, crypto);
  if (!now) return step('failed', 'not signed', null, null);
  const { remembered } = input;
  const then = remembered && (await verifyNote(remembered, crypto));
  // What cannot be read is no record of this site.
  if (!then) return step('passed', 'first visit', null, now.checkpoint);
  const compared = (outcome: CheckStep['outcome'], finding: MemoryFinding) =>
    step(outcome, finding, then.checkpoint, now.checkpoint);
  if (then.key.publicKey.toHex() !== now.key.publicKey.toHex()) return compared('failed', 'other key');
  if (then.checkpoint.origin !== now.checkpoint.origin) {
    return continues(now.checkpoint.origin, then.checkpoint.origin)
      ? compared('noted', 'restored')
      : compared('failed', 'other log');
  }
  if (now.checkpoint.size < then.checkpoint.size) return compared('failed', 'shorter');
  return (await isContained(then.checkpoint, now.checkpoint, input, crypto))
    ? compared('passed', 'contained')
    : compared('failed', 'rewritten');
}

async function isContained(
  then: Checkpoint,
  now: Checkpoint,
  { proof: { consistency } }: DrawCheckInput,
  crypto: Crypto,
): Promise<boolean> {
  const proof = consistency?.from === then.size ? decodeProof(consistency.proof) : null;
  const claim = { from: then.size, fromRoot: then.root, to: now.size, toRoot: now.root };
  return proof !== null && isConsistent({ ...claim, proof }, crypto);
}

const step = (
  outcome: CheckStep['outcome'],
  finding: MemoryFinding,
  then: Checkpoint | null,
  now: Checkpoint | null,
): CheckStep<MemoryFinding> => ({
  outcome,
  finding,
  figures: {
    ...(then && {
      rememberedLog: then.origin,
      rememberedSize: String(then.size),
      rememberedRoot: then.root.toBase64(),
    }),
    ...(now && { log: now.origin, size: String(now.size), root: now.root.toBase64() }),
  },
});

/** The remembered record after those that it contains. */
export const recordsIn = (remembered: RememberedRecord): SeenRecord[] => [
  ...(remembered.earlier ?? []),
  { size: sizeOf(remembered) ?? 0, at: remembered.at },
];

/** The size to ask a consistency proof from; null if there is nothing to compare with. */
export const sizeOf = (remembered: RememberedRecord | null): number | null =>
  (remembered && parseCheckpoint(remembered.checkpoint)?.checkpoint.size) ?? null;

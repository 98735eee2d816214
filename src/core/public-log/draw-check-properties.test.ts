/** Properties of the check of a draw: no made-up proof passes, and no genuine one with a single change. */
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { hasFailed } from '../../../tests/support/draw-findings.ts';
import { check, type ProvenEntry, withEntries } from '../../../tests/support/draw-proofs.ts';
import { drawn, GENUINE, genuine } from '../../../tests/support/draws-in-log.ts';
import type { DrawCheckInput } from './draw-check-input.ts';

async function expectFailure(input: DrawCheckInput): Promise<void> {
  const report = await check(input);
  expect(hasFailed(report)).toBe(true);
  expect(report.checkpoint).toBeNull();
}

test('no value of the right shape passes or throws', async () => {
  const input = await genuine(drawn('with'));
  const texts = fc.oneof(
    fc.string(),
    fc.constantFrom(...input.proof.entries.map(({ entry }) => entry)),
    fc.json(),
  );
  const hashes = fc.array(fc.oneof(fc.string(), fc.constantFrom(...(input.proof.entries[0]?.proof ?? []))));
  const notes = fc.oneof(fc.string(), fc.constant(input.proof.checkpoint));
  const proof = fc.record({
    checkpoint: notes,
    entries: fc.array(
      fc.record({ index: fc.oneof(fc.double(), fc.nat({ max: 7 })), entry: texts, proof: hashes }),
    ),
    consistency: fc.option(fc.record({ from: fc.oneof(fc.double(), fc.nat({ max: 7 })), proof: hashes })),
  });
  const record = fc.option(
    fc.record({ checkpoint: notes, key: fc.oneof(fc.string(), fc.constant(input.key)), at: fc.double() }),
  );
  await fc.assert(
    fc.asyncProperty(
      proof,
      record,
      fc.oneof(fc.constant(input.key), fc.string()),
      async (hostile, remembered, key) => {
        await expectFailure({ ...input, key, remembered, proof: hostile });
      },
    ),
    { numRuns: 200 },
  );
});

/** One change of a genuine input. */
type Flip = (input: DrawCheckInput, place: number, bit: number) => DrawCheckInput;

/** Flips a bit of one character. */
function flipText(text: string, place: number, bit: number): string {
  const at = place % text.length;
  const code = text.charCodeAt(at) ^ (1 << (bit % 8));
  return text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1);
}

const flipEntry =
  (change: (entry: ProvenEntry, place: number, bit: number) => ProvenEntry): Flip =>
  (input, place, bit) => {
    const { entries } = input.proof;
    const at = place % entries.length;
    return withEntries(
      input,
      entries.map((entry, index) => (index === at ? change(entry, place, bit) : entry)),
    );
  };

const flipHash = (hashes: readonly string[], place: number, bit: number): string[] => {
  const at = place % hashes.length;
  return hashes.map((hash, index) => (index === at ? flipText(hash, place, bit) : hash));
};

const FLIPS: [string, Flip][] = [
  [
    'the text of an entry',
    flipEntry((entry, place, bit) => ({ ...entry, entry: flipText(entry.entry, place, bit) })),
  ],
  ['an index', flipEntry((entry, _, bit) => ({ ...entry, index: entry.index ^ (1 << (bit % 8)) }))],
  [
    'a hash of a proof',
    flipEntry((entry, place, bit) => ({ ...entry, proof: flipHash(entry.proof, place, bit) })),
  ],
  [
    'the checkpoint',
    (input, place, bit) => ({
      ...input,
      proof: { ...input.proof, checkpoint: flipText(input.proof.checkpoint, place, bit) },
    }),
  ],
  ['the key', (input, place, bit) => ({ ...input, key: flipText(input.key, place, bit) })],
  [
    'a hash of the consistency proof',
    (input, place, bit) => {
      const { consistency } = input.proof;
      if (!consistency) throw new Error('no consistency proof');
      return {
        ...input,
        proof: {
          ...input.proof,
          consistency: { ...consistency, proof: flipHash(consistency.proof, place, bit) },
        },
      };
    },
  ],
  [
    'the size of the consistency proof',
    (input, _, bit) => {
      const { consistency } = input.proof;
      if (!consistency) throw new Error('no consistency proof');
      return {
        ...input,
        proof: { ...input.proof, consistency: { ...consistency, from: consistency.from ^ (1 << (bit % 8)) } },
      };
    },
  ],
];

describe.each(GENUINE)('one bit of the proof of a draw that was %s', (_name, make) => {
  test.each(FLIPS)('in %s', async (_part, flip) => {
    const input = await make();
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), (place, bit) => expectFailure(flip(input, place, bit))),
      { numRuns: 60 },
    );
  });
});

/** Proofs made to break the check: it must not throw, and must not pass. */
import { describe, expect, test } from 'bun:test';
import { hasFailed } from '../../../tests/support/draw-findings.ts';
import {
  check,
  inputFor,
  openSignedLog,
  type ProvenEntry,
  proofOf,
  recordOf,
  shownAs,
  withEntries,
} from '../../../tests/support/draw-proofs.ts';
import { adopted, DUE, drawn, EVE, GENUINE, TYPED } from '../../../tests/support/draws-in-log.ts';
import { ORIGIN } from '../../../tests/support/public-log.ts';
import type { DrawCheckInput } from './draw-check-input.ts';

async function expectFailure(input: DrawCheckInput): Promise<void> {
  const report = await check(input);
  expect(hasFailed(report)).toBe(true);
  expect(report.checkpoint).toBeNull();
}

describe.each(GENUINE)('entries about a draw that was %s', (_name, make) => {
  test('pass as they are', async () => {
    expect(hasFailed(await check(await make()))).toBe(false);
  });

  test('do not pass if any of them is missing', async () => {
    const input = await make();
    const { entries } = input.proof;
    const passing: string[] = [];
    for (const left of entries) {
      const report = await check(
        withEntries(
          input,
          entries.filter((entry) => entry !== left),
        ),
      );
      if (!hasFailed(report)) passing.push(JSON.parse(left.entry).kind);
    }
    // Nobody needs the unused seed, nor its commitment as long as the seed is not shown.
    expect(passing.filter((kind) => kind !== 'opened')).toEqual([]);
  });

  test('do not pass twice, nor in any other order', async () => {
    const input = await make();
    const { entries } = input.proof;
    for (const [index, entry] of entries.entries()) {
      await expectFailure(withEntries(input, entries.toSpliced(index, 0, entry)));
      await expectFailure(withEntries(input, [...entries, entry]));
    }
    const [first, ...rest] = entries;
    await expectFailure(withEntries(input, [...rest, first]));
    await expectFailure(withEntries(input, entries.toReversed()));
  });

  test.each([
    -1,
    -0.5,
    0.5,
    7.5,
    2 ** 31,
    2 ** 32,
    2 ** 53,
    2 ** 53 - 1,
    1e300,
    Number.NaN,
    Infinity,
    -Infinity,
  ])('do not pass with the index %p', async (index) => {
    const input = await make();
    const { entries } = input.proof;
    for (const [place, entry] of entries.entries()) {
      await expectFailure(withEntries(input, entries.with(place, { ...entry, index })));
    }
  });

  test.each<[string, (entry: ProvenEntry) => unknown]>([
    ['an index that is a text', (entry) => ({ ...entry, index: String(entry.index) })],
    ['an index in a list', (entry) => ({ ...entry, index: [entry.index] })],
    ['no index', ({ entry, proof }) => ({ entry, proof })],
    ['an entry that is an object', (entry) => ({ ...entry, entry: JSON.parse(entry.entry) })],
    ['an entry that is a number', (entry) => ({ ...entry, entry: 1 })],
    ['no entry', (entry) => ({ ...entry, entry: null })],
    ['an empty entry', (entry) => ({ ...entry, entry: '' })],
    ['an entry that is a list', (entry) => ({ ...entry, entry: '[]' })],
    ['an entry with a space', (entry) => ({ ...entry, entry: `${entry.entry} ` })],
    ['a proof that is a text', (entry) => ({ ...entry, proof: entry.proof.join('') })],
    ['no proof', (entry) => ({ ...entry, proof: null })],
    ['an empty proof', (entry) => ({ ...entry, proof: [] })],
    ['a longer proof', (entry) => ({ ...entry, proof: [...entry.proof, `${'A'.repeat(43)}=`] })],
    ['a proof of numbers', (entry) => ({ ...entry, proof: entry.proof.map(() => 1) })],
    ['hashes with spaces', (entry) => ({ ...entry, proof: entry.proof.map((hash) => ` ${hash}`) })],
    [
      'hashes without padding',
      (entry) => ({ ...entry, proof: entry.proof.map((hash) => hash.slice(0, -1)) }),
    ],
    ['a very long proof', (entry) => ({ ...entry, proof: Array(10_000).fill(entry.proof[0]) })],
  ])('do not pass with %s', async (_change, change) => {
    const input = await make();
    await expectFailure(withEntries(input, input.proof.entries.map(change)));
    const [first, ...rest] = input.proof.entries;
    if (first) await expectFailure(withEntries(input, [change(first), ...rest]));
  });
});

describe('signed logs of a hostile site', () => {
  const FIELDS: [string, unknown][] = [
    ['round', Number.MAX_SAFE_INTEGER],
    ['round', 0],
    ['round', 1],
    ['chain', ''],
    ['chain', 'ab'.repeat(32)],
    ['drawNo', 'SC140320262'],
    ['date', '9999-12-31'],
    ['date', '1970-01-01'],
    ['slot', '19:00'],
    ['at', '+275760-09-13T00:00:00.000Z'],
    ['at', '-271821-04-20T00:00:00.000Z'],
    ['kind', 'constructor'],
    ['kind', '__proto__'],
    ['v', 2],
    ['id', '__proto__'],
    ['opening', null],
    ['opening', { salt: 'ab'.repeat(32) }],
    ['digits', '00000'],
  ];

  test.each(FIELDS)('with %s %p in one entry', async (field, value) => {
    for (const name of ['commit', 'result']) {
      const { signed, draw } = await drawn('with');
      const { texts } = signed.log;
      const index = texts.findIndex((text) => text.includes(`"kind":"${name}"`));
      const entry = JSON.parse(texts[index] ?? '');
      if (!Object.hasOwn(entry, field)) continue;
      const input = await inputFor(signed, draw);
      const indices = input.proof.entries.map((each) => each.index);
      texts[index] = JSON.stringify({ ...entry, [field]: value });
      await expectFailure({ ...input, proof: await proofOf(signed, indices) });
    }
  });

  test('of an origin that no log may have', async () => {
    const signed = openSignedLog(EVE, { origin: `${ORIGIN}/1` });
    const { draw } = adopted(signed, EVE);
    const { memory } = await check(
      await inputFor(signed, draw, await recordOf(openSignedLog(EVE, { key: signed.key }), EVE)),
    );
    expect(memory).toMatchObject({ outcome: 'failed', finding: 'other log' });
  });

  test('with a draw that has the name of a property', async () => {
    const signed = openSignedLog(EVE);
    signed.log.add(await signed.log.sealed('__proto__', TYPED), DUE);
    const entry = signed.log.unsealed('__proto__', TYPED);
    signed.log.add(entry);
    const report = await check(await inputFor(signed, shownAs(entry, DUE)));
    expect(report).toMatchObject({ log: { finding: 'unchanged' }, digits: { finding: 'seal opens' } });
  });
});

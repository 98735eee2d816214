/** Logs, proofs and pages that are not as they should be: which steps of the check fail, and with which finding. */
import { describe, expect, test } from 'bun:test';
import { type Findings, findingsWith, summaryOf, summaryWith } from '../../../tests/support/draw-findings.ts';
import { check, keyLineOf, openSignedLog, textOf } from '../../../tests/support/draw-proofs.ts';
import { DUE, drawn, EVE, typed } from '../../../tests/support/draws-in-log.ts';
import {
  anotherDraw,
  committedAs,
  committedLate,
  edited,
  inputOf,
  instead,
  opening,
  otherDigits,
  provenOnly,
  remembering,
  withdrawnDraw,
  withProof,
} from '../../../tests/support/faulty-draw-inputs.ts';
import { ORIGIN } from '../../../tests/support/public-log.ts';
import { DAY } from '../ist-time.ts';
import type { DrawCheckInput } from './draw-check-input.ts';

const BLS = 'ab'.repeat(48);
const HASH = 'ab'.repeat(32);
const G = ['before the beacon', 'genuine of this site', 'follow'] as const;
const NO_RESULT = ['no result', 'no result', 'no result'] as const;
const NO_COMMITMENT = ['no commitment', 'no commitment', 'no commitment'] as const;
const BROKEN = ['breaks a rule', 'first visit'] as const;
const NOT_SIGNED: Findings = [...NO_RESULT, 'not signed', 'not signed'];

const CASES: [name: string, make: () => Promise<DrawCheckInput>, findings: Findings][] = [
  [
    'a commitment after its round',
    () => committedLate('before the result'),
    ['after the beacon', G[1], G[2], ...BROKEN],
  ],
  ['a commitment after the result', () => committedLate('after the result'), [...NO_COMMITMENT, ...BROKEN]],
  [
    'a commitment that is not proven',
    () => provenOnly(drawn('with'), ({ kind }) => kind === 'result'),
    [...NO_COMMITMENT, ...BROKEN],
  ],
  [
    'a commitment to an unknown beacon',
    () => committedAs({ chain: HASH }),
    ['unknown beacon', 'unknown beacon', 'seed differs', ...BROKEN],
  ],
  ['another commitment', () => committedAs({ commit: HASH }), [G[0], G[1], 'seed differs', ...BROKEN]],
  [
    'a commitment to a round that no date has',
    () => committedAs({ round: Number.MAX_SAFE_INTEGER }),
    [G[0], 'signature false', 'seed differs', ...BROKEN],
  ],
  ['another seed', () => opening({ seed: HASH }), [G[0], G[1], 'seed differs', ...BROKEN]],
  [
    'a signature that is no point',
    () => opening({ signature: BLS }),
    [G[0], 'signature false', 'digits differ', ...BROKEN],
  ],
  [
    'no signature',
    () => opening({ signature: null }),
    [G[0], 'signature missing', 'digits differ', ...BROKEN],
  ],
  [
    'a missing beacon that is not proven',
    () => provenOnly(drawn('missing'), ({ kind }) => kind !== 'nobeacon' && kind !== 'open'),
    [G[0], 'signature missing', 'follow from the seed', ...BROKEN],
  ],
  [
    'other digits in the log and on the page',
    () => otherDigits(drawn('with')),
    [G[0], G[1], 'digits differ', ...BROKEN],
  ],
  [
    'other digits than were sealed',
    () => otherDigits(typed('entered')),
    ['entered by staff', 'entered by staff', 'seal differs', ...BROKEN],
  ],
  [
    'a seal that is not proven',
    () => provenOnly(typed('entered'), ({ kind }) => kind === 'result'),
    ['entered by staff', 'entered by staff', 'seal differs', ...BROKEN],
  ],
  [
    'an unused seed that is opened late',
    async () => inputOf(edited(await typed('entered'), 'opened', { at: textOf(DUE + DAY) })),
    ['entered by staff', 'entered by staff', 'seal opens', 'opened late', 'first visit'],
  ],

  ['no entries', () => withProof(() => ({ entries: [] })), [...NO_RESULT, 'no entry', 'first visit']],
  ['entries of another draw', anotherDraw, [...NO_RESULT, 'not public', 'first visit']],
  [
    'another number on the page',
    () => instead(({ draw }) => ({ draw: { ...draw, drawNo: 'SC-OTHER' } })),
    [...G, 'differs', 'first visit'],
  ],
  ['a deletion', withdrawnDraw, [...G, 'not public', 'first visit']],
  [
    'an entry with another text',
    () =>
      withProof(({ entries }) => ({
        entries: entries.map((each) => ({ ...each, entry: each.entry.replace('10:00', '12:00') })),
      })),
    [...NO_RESULT, 'not in the log', 'first visit'],
  ],
  [
    'entries in another order',
    () => withProof(({ entries }) => ({ entries: entries.toReversed() })),
    [...NO_COMMITMENT, 'not in the log', 'first visit'],
  ],
  [
    'an entry twice',
    () => withProof(({ entries }) => ({ entries: entries.flatMap((each) => [each, each]) })),
    [...G, 'not in the log', 'first visit'],
  ],

  [
    'a checkpoint without a signature',
    () => withProof(({ checkpoint }) => ({ checkpoint: checkpoint.replace(/\n\n.*\n$/s, '\n\n') })),
    NOT_SIGNED,
  ],
  [
    'the key of another site',
    () => instead(async () => ({ key: await keyLineOf(openSignedLog(EVE)) })),
    NOT_SIGNED,
  ],
  ['a key that is none', () => instead(() => ({ key: '' })), NOT_SIGNED],

  ['a remembered log of another key', () => remembering(ORIGIN, 1, false), [...G, 'unchanged', 'other key']],
  [
    'a remembered log of another site',
    () => remembering('other.example.org/log', 1, true),
    [...G, 'unchanged', 'other log'],
  ],
  [
    'a remembered log that continues this one',
    () => remembering(`${ORIGIN}/2`, 1, true),
    [...G, 'unchanged', 'other log'],
  ],
  ['a longer remembered log', () => remembering(ORIGIN, 8, true), [...G, 'unchanged', 'shorter']],
  [
    'another remembered log of the same size',
    () => remembering(ORIGIN, 7, true),
    [...G, 'unchanged', 'rewritten'],
  ],
  ['another remembered log', () => remembering(ORIGIN, 6, true), [...G, 'unchanged', 'rewritten']],
];

describe('a check fails, and the log is not remembered:', () => {
  test.each(CASES)('%s', async (_name, make, findings) => {
    const input = await make();
    const report = await check(input);
    expect(summaryOf(report)).toEqual(summaryWith(findings));
    expect(report.checkpoint).toBeNull();
  });

  test('every finding that is a failure occurs', () => {
    const found = CASES.flatMap(([, , findings]) => findings);
    const failures = findingsWith('failed');
    const occurring = new Set<string>(found.filter((finding) => failures.includes(finding)));
    expect([...occurring].sort()).toEqual(failures);
  });
});

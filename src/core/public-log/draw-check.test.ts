/** Draws of every kind in logs that keep all rules: what each step of the check finds. */
import { expect, test } from 'bun:test';
import { type Findings, findingsWith, summaryOf, summaryWith } from '../../../tests/support/draw-findings.ts';
import { check, inputFor, openSignedLog, recordOf } from '../../../tests/support/draw-proofs.ts';
import {
  adopted,
  adoptedAfterRestore,
  corrected,
  D,
  drawn,
  drawnAfterRestore,
  drawnWithPublicBeacon,
  EVE,
  held,
  LATER,
  type Published,
  publishedAgain,
  publishedChanged,
  typed,
} from '../../../tests/support/draws-in-log.ts';
import { beaconTime, ORIGIN } from '../../../tests/support/public-log.ts';
import { addDays, HOUR, type Instant } from '../ist-time.ts';
import type { DrawCheckInput } from './draw-check-input.ts';

async function firstVisit(published: Published | Promise<Published>): Promise<DrawCheckInput> {
  const { signed, draw } = await published;
  return inputFor(signed, draw);
}

/** By a browser that came at that time, when the log had that size. */
async function laterVisit(
  published: Promise<Published>,
  at: Instant,
  size?: number,
): Promise<DrawCheckInput> {
  const { signed, draw } = await published;
  return inputFor(signed, draw, await recordOf(signed, at, size));
}

async function visitAfterRestore(): Promise<DrawCheckInput> {
  const former = openSignedLog(EVE);
  const continued = openSignedLog(LATER, { origin: `${ORIGIN}/2`, key: former.key });
  const { signed, draw } = adopted(continued, LATER);
  return inputFor(signed, draw, await recordOf(former, EVE));
}

/** The first entry and the five commitments. */
const COMMITTED = 6;

const DRAWN = ['before the beacon', 'genuine of this site', 'follow'] as const;
const DRAWN_CORRECTED = ['before the beacon', 'genuine of this site', 'corrected later'] as const;
const DRAWN_MOVED = ['before the beacon', 'genuine of this site', 'moved later'] as const;
const MISSING = ['before the beacon', 'beacon missing', 'follow from the seed'] as const;
const WITHOUT = ['without a beacon', 'without a beacon', 'follow from the seed'] as const;
const STAFF = ['entered by staff', 'entered by staff', 'seal opens'] as const;
const STAFF_CORRECTED = ['entered by staff', 'entered by staff', 'corrected later'] as const;
const ADOPTED = ['adopted', 'adopted', 'adopted'] as const;
const SEEN = ['seen before the beacon', 'genuine of this site', 'follow'] as const;
const REPEATED = ['repeated after a restore', 'genuine of this site', 'follow'] as const;
const PUBLIC_BEACON = ['before the beacon', 'genuine', 'follow'] as const;
const UNCHANGED = ['unchanged', 'first visit'] as const;
const CORRECTED = ['corrected', 'first visit'] as const;
const CONTAINED = ['unchanged', 'contained'] as const;

const otherNumber = { drawNo: 'SC-MISREAD' };
const otherDate = { date: addDays(D, 1) };
const otherSlot = { slot: '12:00' } as const;
const afterRound = beaconTime(D) + HOUR;

const CASES: [name: string, make: () => Promise<DrawCheckInput>, findings: Findings][] = [
  ['with a beacon', () => firstVisit(drawn('with')), [...DRAWN, ...UNCHANGED]],
  ['with the public beacon', drawnWithPublicBeacon, [...PUBLIC_BEACON, ...UNCHANGED]],
  ['whose beacon was missing', () => firstVisit(drawn('missing')), [...MISSING, ...UNCHANGED]],
  ['committed without a beacon', () => firstVisit(drawn('without')), [...WITHOUT, ...UNCHANGED]],
  ['held until its seed was opened', () => firstVisit(held()), [...DRAWN, ...UNCHANGED]],
  ['entered', () => firstVisit(typed('entered')), [...STAFF, ...UNCHANGED]],
  ['edited', () => firstVisit(typed('edited')), [...STAFF, ...UNCHANGED]],
  ['adopted', () => firstVisit(adopted()), [...ADOPTED, ...UNCHANGED]],
  ['imported', () => firstVisit(adopted(openSignedLog(EVE), LATER)), [...ADOPTED, ...UNCHANGED]],

  ['corrected', () => firstVisit(corrected(drawn('with'))), [...DRAWN_CORRECTED, ...CORRECTED]],
  [
    'corrected after a missing beacon',
    () => firstVisit(corrected(drawn('missing'))),
    ['before the beacon', 'beacon missing', 'corrected later', ...CORRECTED],
  ],
  [
    'corrected, without a beacon',
    () => firstVisit(corrected(drawn('without'))),
    ['without a beacon', 'without a beacon', 'corrected later', ...CORRECTED],
  ],
  ['entered, corrected', () => firstVisit(corrected(typed('entered'))), [...STAFF_CORRECTED, ...CORRECTED]],
  ['edited, corrected', () => firstVisit(corrected(typed('edited'))), [...STAFF_CORRECTED, ...CORRECTED]],
  ['adopted, corrected', () => firstVisit(corrected(adopted())), [...ADOPTED, ...CORRECTED]],
  [
    'with another number',
    () => firstVisit(corrected(drawn('with'), otherNumber)),
    [...DRAWN_MOVED, ...CORRECTED],
  ],
  [
    'with another date',
    () => firstVisit(corrected(drawn('with'), otherDate)),
    [...DRAWN_MOVED, ...CORRECTED],
  ],
  [
    'with another slot',
    () => firstVisit(corrected(drawn('with'), otherSlot)),
    [...DRAWN_MOVED, ...CORRECTED],
  ],
  [
    'entered, with another number',
    () => firstVisit(corrected(typed('entered'), otherNumber)),
    [STAFF[0], STAFF[1], 'moved later', ...CORRECTED],
  ],

  ['published again', () => firstVisit(publishedAgain(drawn('with'))), [...DRAWN, ...UNCHANGED]],
  ['entered, published again', () => firstVisit(publishedAgain(typed('entered'))), [...STAFF, ...UNCHANGED]],
  ['adopted, published again', () => firstVisit(publishedAgain(adopted())), [...ADOPTED, ...UNCHANGED]],
  [
    'changed while withdrawn',
    () => firstVisit(publishedChanged(drawn('with'))),
    [...DRAWN_CORRECTED, ...CORRECTED],
  ],
  [
    'entered, changed while withdrawn',
    () => firstVisit(publishedChanged(typed('entered'))),
    [...STAFF_CORRECTED, ...CORRECTED],
  ],
  [
    'adopted, changed while withdrawn',
    () => firstVisit(publishedChanged(adopted())),
    [...ADOPTED, ...CORRECTED],
  ],

  ['adopted after a restore', () => firstVisit(adoptedAfterRestore()), [...ADOPTED, ...UNCHANGED]],
  [
    'of a log that was continued before its round',
    () => firstVisit(drawnAfterRestore(EVE)),
    [...DRAWN, ...UNCHANGED],
  ],
  [
    'of a log that was continued after its round',
    () => firstVisit(drawnAfterRestore(afterRound)),
    [...REPEATED, ...UNCHANGED],
  ],
  ['seen in another log before a restore', visitAfterRestore, [...ADOPTED, 'unchanged', 'restored']],

  [
    'whose commitment this browser has seen',
    () => laterVisit(drawn('with'), beaconTime(D) - 1, COMMITTED),
    [...SEEN, ...CONTAINED],
  ],
  [
    'whose commitment this browser has seen at the time of the round',
    () => laterVisit(drawn('with'), beaconTime(D), COMMITTED),
    [...DRAWN, ...CONTAINED],
  ],
  [
    'whose log this browser has seen just before its commitment',
    () => laterVisit(drawn('with'), beaconTime(D) - 1, 1),
    [...DRAWN, ...CONTAINED],
  ],
  [
    'whose log this browser has seen with its commitment as the last entry',
    () => laterVisit(drawn('with'), beaconTime(D) - 1, 2),
    [...SEEN, ...CONTAINED],
  ],
  ['that this browser has seen', () => laterVisit(drawn('with'), LATER), [...DRAWN, ...CONTAINED]],
  [
    'whose repeated commitment this browser has seen',
    () => laterVisit(drawnAfterRestore(EVE), EVE + HOUR, COMMITTED),
    [...SEEN, ...CONTAINED],
  ],
];

test.each(CASES)('a draw %s', async (_name, make, findings) => {
  const input = await make();
  const report = await check(input);
  expect(summaryOf(report)).toEqual(summaryWith(findings));
  expect(report.checkpoint).toBe(input.proof.checkpoint);
});

test('an earlier record of this browser shows that the commitment was there, and is kept', async () => {
  const input = await laterVisit(drawn('with'), LATER, COMMITTED);
  const { remembered } = input;
  if (!remembered) throw new Error('no record');
  const early = { size: COMMITTED, at: beaconTime(D) - 1 };
  const report = await check({ ...input, remembered: { ...remembered, earlier: [early] } });
  expect(report.commitment.finding).toBe('seen before the beacon');
  expect(report.commitment.figures.seenAt).toBe(new Date(early.at).toISOString());
  expect(report.seen).toEqual([early, { size: COMMITTED, at: LATER }]);
});

test('a record with the result itself shows nothing about the time of the commitment', async () => {
  const { commitment } = await check(await laterVisit(drawn('with'), beaconTime(D) - 1));
  expect(commitment.finding).toBe('before the beacon');
});

test('earlier records count only while the log contains the last one', async () => {
  const input = await visitAfterRestore();
  const { remembered } = input;
  if (!remembered) throw new Error('no record');
  const report = await check({ ...input, remembered: { ...remembered, earlier: [{ size: 1, at: EVE }] } });
  expect([report.memory.finding, report.seen]).toEqual(['restored', []]);
});

test('every finding that is no failure occurs', () => {
  const found = new Set<string>(CASES.flatMap(([, , findings]) => findings));
  expect([...found].sort()).toEqual(findingsWith('passed', 'noted'));
});

/** Commitments and missing beacons: of other rounds, chains, days and times. */
import { addDays, instantOf, MINUTE } from '../../src/core/ist-time.ts';
import { roundAt } from '../../src/core/public-log/beacon-chain.ts';
import { type LogEntry, withTime } from '../../src/core/public-log/entries.ts';
import { rewriting, type Tampering } from './tampering-case.ts';
import type { Insider } from './tampering-copy.ts';
import { dayOf, signer } from './tampering-life.ts';
import { editCommit, OTHER_CHAIN } from './tampering-seeds.ts';

const [D1, D2] = [dayOf(1), dayOf(2)];
const D1_ROUND = roundAt(signer.chain, instantOf(D1, '06:00'));
const D2_ROUND = roundAt(signer.chain, instantOf(D2, '06:00'));
const FIRST = 'SC161120261';

/** Moves an entry to the place of its new time. */
function moveTo(insider: Insider, matches: (entry: LogEntry) => boolean, at: number): void {
  const index = insider.indexOf(matches);
  const [text = ''] = insider.texts.splice(index, 1);
  const moved = { ...JSON.parse(text), at: new Date(at).toISOString() };
  const place = insider.entries().findIndex((entry) => Date.parse(entry.at) > at);
  insider.insert(place < 0 ? insider.texts.length : place, moved);
}

const isFirstCommit = (entry: LogEntry) => entry.kind === 'commit' && entry.drawNo === FIRST;
const isMissing = ({ kind }: LogEntry) => kind === 'nobeacon';

const addMissing = (insider: Insider, date: string, round: number, at: number): void => {
  const place = insider.entries().findIndex((entry) => Date.parse(entry.at) > at);
  insider.insert(place, withTime({ kind: 'nobeacon', date, round }, at));
};

export const beaconTamperings: Tampering[] = [
  ...(
    [
      ['of an unknown chain', { chain: OTHER_CHAIN }, 'its beacon chain is not known'],
      ['without its chain', { chain: '' }, 'it has only one of chain and round'],
      ['without its round', { round: 0 }, 'it has only one of chain and round'],
      ['of the round of another day', { round: D2_ROUND }, 'its beacon round is not of its date'],
      ['of the day before', { date: dayOf(0) }, 'its draw number is not that of its date and slot'],
      ['of another slot', { slot: '12:00' }, 'its draw number is not that of its date and slot'],
      ['of another number', { drawNo: 'SC161120262' }, 'its draw number is not that of its date and slot'],
    ] as const
  ).map(([name, change, rule]) =>
    rewriting(`a commitment ${name}`, (insider) => editCommit(insider, FIRST, change), new RegExp(rule)),
  ),
  rewriting(
    'a commitment of a later round than the others',
    (insider) => editCommit(insider, 'SC161120263', { round: D1_ROUND + 1 }),
    /another commitment of its date has another chain or round/,
  ),
  rewriting(
    'a commitment after its round',
    (insider) => moveTo(insider, isFirstCommit, instantOf(D1, '06:01')),
    /commit of SC161120261.*: it was made after its beacon round/,
  ),
  rewriting(
    'a commitment on its date',
    (insider) => moveTo(insider, isFirstCommit, instantOf(D1, '05:30')),
    /commit of SC161120261.*: it was not made on the day before its date/,
  ),
  rewriting(
    'a missing beacon before it was late',
    (insider) => moveTo(insider, isMissing, instantOf(D2, '06:00') + 30_000),
    /nobeacon of 2026-11-17.*: it was made before the beacon was late/,
  ),
  rewriting(
    'a missing beacon of another round',
    (insider) => insider.edit(insider.indexOf(isMissing), { round: D2_ROUND + 1 }),
    /no commitment of its date has its beacon round/,
  ),
  rewriting(
    'a missing beacon of another day',
    (insider) => insider.edit(insider.indexOf(isMissing), { date: addDays(D2, 7) }),
    /no commitment of its date has its beacon round/,
  ),
  rewriting(
    'a missing beacon although its signature was used',
    (insider) => addMissing(insider, D1, D1_ROUND, instantOf(D1, '06:00') + 2 * MINUTE),
    /result of SC161120261.*: it has a signature that the log says was not available/,
  ),
  rewriting(
    'a missing beacon after its signature was shown',
    (insider) => addMissing(insider, D1, D1_ROUND, instantOf(D1, '10:20')),
    /nobeacon of 2026-11-16.*: the signature of its round was shown before/,
  ),
];

/** Seeds, commitments, beacons and seals: exchanged clumsily, and exchanged so that everything fits again. */

import { createBeaconSigner } from '../../src/cli/demo/beacon-signer.ts';
import { instantOf } from '../../src/core/ist-time.ts';
import { roundAt } from '../../src/core/public-log/beacon-chain.ts';
import { commitTo, digitsFromSeed, sealResult } from '../../src/core/public-log/commitment.ts';
import type { EntryOf, LogEntry, SeedOpening } from '../../src/core/public-log/entries.ts';
import { nodeCrypto } from '../../src/server/public-log/node-crypto.ts';
import { rewriting, type Tampering } from './tampering-case.ts';
import { digitColumns, type Insider, otherDigits } from './tampering-copy.ts';
import { signer } from './tampering-life.ts';

const OTHER_SEED = 'ab'.repeat(32);
export const OTHER_CHAIN = 'cd'.repeat(32);

/** Random results: of a day without a beacon, of a day with one, and of a day with a missing one. */
const RANDOM = {
  without: ['SC151120261'],
  with: ['SC161120261'],
  missing: ['SC171120262'],
};
const ALL_RANDOM = [...RANDOM.without, ...RANDOM.with, ...RANDOM.missing];
/** An edited result, an entered one, and one whose number another result had before. */
const SEALED = ['SC-CHANGED', 'SC151120263', 'SC161120265'];

const isResult =
  (drawNo: string) =>
  (entry: LogEntry): entry is EntryOf<'result'> =>
    entry.kind === 'result' && entry.drawNo === drawNo;

/** Of a number that several results had, the one that was sealed. */
const isSealed =
  (drawNo: string) =>
  (entry: LogEntry): boolean =>
    isResult(drawNo)(entry) && entry.opening !== null && 'salt' in entry.opening;

function editOpening(insider: Insider, drawNo: string, change: Partial<SeedOpening>): void {
  const index = insider.indexOf(isResult(drawNo));
  const { opening } = insider.entries()[index] as EntryOf<'result'>;
  insider.edit(index, { opening: { ...opening, ...change } });
}

export const editCommit = (insider: Insider, drawNo: string, change: object): void =>
  insider.edit(
    insider.indexOf((entry) => entry.kind === 'commit' && entry.drawNo === drawNo),
    change,
  );

/** Another seed with its commitment, digits and result: no rule is broken. */
export async function exchangeSeed(insider: Insider, drawNo: string, seed = OTHER_SEED): Promise<void> {
  const commit = insider.get('commit', (entry) => entry.drawNo === drawNo);
  const bytes = Uint8Array.fromHex(seed);
  editCommit(insider, drawNo, { commit: await commitTo(commit, bytes, nodeCrypto) });
  insider.run('update seeds set seed = ? where draw_no = ?', seed, drawNo);
  for (const [index, entry] of insider.entries().entries()) {
    if (entry.kind === 'opened' && entry.drawNo === drawNo) insider.edit(index, { seed });
    if (!isResult(drawNo)(entry) || !entry.opening || !('seed' in entry.opening)) continue;
    const digits = await digitsFromSeed(commit, bytes, entry.opening.signature, nodeCrypto);
    insider.edit(index, { digits, opening: { ...entry.opening, seed } });
    insider.setDraw(entry.id, digitColumns(digits));
  }
}

async function exchangeSealed(insider: Insider, drawNo: string): Promise<void> {
  const index = insider.indexOf(isSealed(drawNo));
  const result = insider.entries()[index] as EntryOf<'result'>;
  const changed = { ...result, digits: otherDigits(result.digits) };
  if (!changed.opening || !('salt' in changed.opening)) throw new Error('no salt');
  const sealed = await sealResult(changed, Uint8Array.fromHex(changed.opening.salt), nodeCrypto);
  insider.edit(index, { digits: changed.digits });
  insider.edit(
    insider.indexOf(({ kind, ...entry }) => kind === 'sealed' && 'id' in entry && entry.id === result.id),
    { sealed },
  );
  insider.setDraw(result.id, digitColumns(changed.digits));
}

function changeDigits(insider: Insider, drawNo: string): void {
  const index = insider.indexOf(SEALED.includes(drawNo) ? isSealed(drawNo) : isResult(drawNo));
  const { id, digits } = insider.entries()[index] as EntryOf<'result'>;
  insider.edit(index, { digits: otherDigits(digits) });
  insider.setDraw(id, digitColumns(otherDigits(digits)));
}

const forEach = (
  numbers: readonly string[],
  name: string,
  tamper: (insider: Insider, drawNo: string) => void | Promise<void>,
  rule: string | null,
): Tampering[] =>
  numbers.map((drawNo) =>
    rewriting(
      `${drawNo}: ${name}`,
      (insider) => tamper(insider, drawNo),
      ...(rule === null ? [] : [new RegExp(`(result|opened) of ${drawNo}.*: ${rule}`)]),
    ),
  );

const roundOf = (drawNo: string): number =>
  roundAt(signer.chain, instantOf(`2026-11-${drawNo.slice(2, 4)}`, '06:00'));

export const seedTamperings: Tampering[] = [
  ...forEach(ALL_RANDOM, 'other digits', changeDigits, 'its digits do not follow from its seed and beacon'),
  ...forEach(ALL_RANDOM, 'seed, commitment and digits', (insider, no) => exchangeSeed(insider, no), null),
  ...forEach(
    ALL_RANDOM,
    'another seed',
    (insider, no) => editOpening(insider, no, { seed: OTHER_SEED }),
    'its seed (is not that of the commitment|was opened in another way before)',
  ),
  ...forEach(
    ALL_RANDOM,
    'another commitment',
    (insider, no) => editCommit(insider, no, { commit: OTHER_SEED }),
    'its seed is not that of the commitment',
  ),
  ...forEach(SEALED, 'digits that were not sealed', changeDigits, 'it is not what was sealed'),
  ...forEach(SEALED, 'seal and digits', exchangeSealed, null),
  ...forEach(
    RANDOM.with,
    'the signature of the next round',
    (insider, no) => editOpening(insider, no, { signature: signer.sign(roundOf(no) + 1) }),
    'the signature of its beacon round is not genuine',
  ),
  ...forEach(
    RANDOM.with,
    'the signature of another key',
    (insider, no) => editOpening(insider, no, { signature: createBeaconSigner().sign(roundOf(no)) }),
    'the signature of its beacon round is not genuine',
  ),
  ...forEach(
    RANDOM.with,
    'no signature',
    (insider, no) => editOpening(insider, no, { signature: null }),
    'the signature of its beacon round is missing',
  ),
  ...forEach(
    RANDOM.missing,
    'a signature after all',
    (insider, no) => editOpening(insider, no, { signature: signer.sign(roundOf(no)) }),
    'it has a signature that the log says was not available',
  ),
  ...forEach(
    RANDOM.without,
    'a signature without a beacon',
    (insider, no) => editOpening(insider, no, { signature: signer.sign(roundOf(no)) }),
    'it has a signature but no beacon round',
  ),
  ...forEach(
    [...RANDOM.with, ...RANDOM.missing],
    'another round',
    (insider, no) => editOpening(insider, no, { round: roundOf(no) + 1 }),
    'its chain or round is not that of the commitment',
  ),
  ...forEach(
    [...RANDOM.with, ...RANDOM.missing],
    'another chain',
    (insider, no) => editOpening(insider, no, { chain: OTHER_CHAIN }),
    'its chain or round is not that of the commitment',
  ),
];

/** A draft of the last day, and how an insider publishes, seals and commits them. */
import { type Instant, instantOf } from '../../src/core/ist-time.ts';
import { revealInstant } from '../../src/core/phase.ts';
import { roundAt } from '../../src/core/public-log/beacon-chain.ts';
import { commitTo, digitsFromSeed, sealResult } from '../../src/core/public-log/commitment.ts';
import { type NewEntry, type SeedOpening, withTime } from '../../src/core/public-log/entries.ts';
import type { Slot } from '../../src/core/slots.ts';
import { nodeCrypto } from '../../src/server/public-log/node-crypto.ts';
import { digitColumns, type Insider } from './tampering-copy.ts';
import { dayOf, PUBLISH_DELAY, signer } from './tampering-life.ts';

export const TODAY = dayOf(6);
export const ROUND = roundAt(signer.chain, instantOf(TODAY, '06:00'));
export const BETTER_SEED = 'ef'.repeat(32);
const SALT = '01'.repeat(32);

/** A draft of the last day that is not published yet. */
export interface Pending {
  drawNo: string;
  slot: Slot;
  at: Instant;
}

export const PENDING: Pending = {
  drawNo: 'SC211120263',
  slot: '14:00',
  at: revealInstant(TODAY, '14:00', PUBLISH_DELAY),
};

const idOf = ({ read }: Insider, drawNo: string): string =>
  read<{ id: string }>('select id from draws where draw_no = ?', drawNo)[0]?.id ?? '';

export const betterOpening = (): SeedOpening => ({
  seed: BETTER_SEED,
  chain: signer.chain.id,
  round: ROUND,
  signature: signer.sign(ROUND),
});

/** The true seed of the draft. */
export function trueOpening({ read }: Insider, drawNo: string): SeedOpening {
  const [row] = read<{ seed: string }>('select seed from seeds where draw_no = ?', drawNo);
  return { ...betterOpening(), seed: row?.seed ?? '' };
}

const contextOf = ({ drawNo, slot }: Pending) => ({
  date: TODAY,
  slot,
  drawNo,
  chain: signer.chain.id,
  round: ROUND,
});

/** Publishes the draft as a random result of that seed, in the log and in the table. */
export async function publishFrom(
  insider: Insider,
  pending: Pending,
  opening: SeedOpening,
  id = idOf(insider, pending.drawNo),
): Promise<void> {
  const seed = Uint8Array.fromHex(opening.seed);
  const digits = await digitsFromSeed(contextOf(pending), seed, opening.signature, nodeCrypto);
  publishAs(insider, pending, { id, digits, provenance: 'generated', opening });
}

type ResultRest = Pick<Extract<NewEntry, { kind: 'result' }>, 'id' | 'digits' | 'provenance' | 'opening'>;

function publishAs(insider: Insider, { drawNo, slot, at }: Pending, rest: ResultRest): void {
  const { id, digits, provenance } = rest;
  insider.append(withTime({ kind: 'result', drawNo, date: TODAY, slot, ...rest }, at));
  const published = { published: 1, published_at: at, provenance };
  insider.setDraw(idOf(insider, drawNo), { id, ...digitColumns(digits), ...published });
}

export async function sealAndPublish(
  insider: Insider,
  pending: Pending,
  provenance: 'generated' | 'entered',
): Promise<void> {
  const { drawNo, slot, at } = pending;
  const result = { drawNo, date: TODAY, slot, digits: '77777' };
  const sealed = await sealResult(result, Uint8Array.fromHex(SALT), nodeCrypto);
  insider.append(withTime({ kind: 'sealed', id: 'better', drawNo, date: TODAY, slot, sealed }, at));
  publishAs(insider, pending, { id: 'better', digits: '77777', provenance, opening: { salt: SALT } });
}

export async function commitAgain(insider: Insider, pending: Pending, at: Instant): Promise<void> {
  const context = contextOf(pending);
  const commit = await commitTo(context, Uint8Array.fromHex(BETTER_SEED), nodeCrypto);
  insider.append(withTime({ kind: 'commit', ...context, commit }, at));
}

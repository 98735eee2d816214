/** Logs in which one draw, with the id `a`, is public: drawn, typed, adopted, corrected, withdrawn, restored. */
import { HOUR, type Instant, MINUTE } from '../../src/core/ist-time.ts';
import { drawInstant } from '../../src/core/phase.ts';
import { QUICKNET, roundAt, roundTime } from '../../src/core/public-log/beacon-chain.ts';
import { commitTo, digitsFromSeed } from '../../src/core/public-log/commitment.ts';
import type { DrawCheckInput } from '../../src/core/public-log/draw-check-input.ts';
import type { SeedOpening } from '../../src/core/public-log/entries.ts';
import type { PublishedDraw } from '../../src/core/public-log/published-draw.ts';
import type { Result } from '../../src/core/result.ts';
import { nodeCrypto } from '../../src/server/public-log/node-crypto.ts';
import { inputFor, openSignedLog, recordOf, type SignedLog, shownAs, textOf } from './draw-proofs.ts';
import { beaconTime, eveOf, ORIGIN, resultFor } from './public-log.ts';

export const D = '2026-03-14';
export const EVE = eveOf(D);
export const DUE = drawInstant(D, '10:00') + 15 * MINUTE;
export const LATER = DUE + HOUR;
export const TYPED = resultFor(D, '10:00', '24680');
export const OTHER_DIGITS = '13579';

type Beacon = 'with' | 'missing' | 'without';

/** A log in which a draw is public, and the draw as the page shows it. */
export interface Published {
  signed: SignedLog;
  draw: PublishedDraw;
}

export async function committed(beacon: Beacon): Promise<SignedLog> {
  const signed = openSignedLog(EVE);
  const { log } = signed;
  for (const commit of await log.commitments(D, { beacon: beacon !== 'without' })) log.add(commit);
  const round = roundAt(log.signer.chain, beaconTime(D));
  if (beacon === 'missing') log.add({ kind: 'nobeacon', date: D, round }, beaconTime(D) + MINUTE);
  return signed;
}

export async function drawn(beacon: Beacon): Promise<Published> {
  const signed = await committed(beacon);
  const result = await signed.log.generated(
    'a',
    D,
    '10:00',
    beacon === 'with' ? undefined : 'without signature',
  );
  signed.log.add(result, DUE);
  return { signed, draw: shownAs(result, DUE) };
}

/** The seed of its slot is opened afterwards. */
export async function typed(provenance: 'entered' | 'edited', result = TYPED): Promise<Published> {
  const signed = await committed('with');
  const { log } = signed;
  log.add(await log.sealed('a', result), DUE - HOUR);
  const entry = log.unsealed('a', result, provenance);
  log.add(entry, DUE);
  log.add(log.opened(D, '10:00'));
  return { signed, draw: shownAs(entry, DUE) };
}

export function adopted(signed = openSignedLog(EVE), at = EVE): Published {
  const entry = {
    kind: 'adopt',
    id: 'a',
    ...TYPED,
    provenance: 'entered',
    publishedAt: textOf(at),
  } as const;
  signed.log.add(entry, at);
  return { signed, draw: shownAs(entry, at) };
}

const resultOf = ({ drawNo, date, slot, digits }: Result): Result => ({ drawNo, date, slot, digits });

export async function corrected(
  published: Published | Promise<Published>,
  change: Partial<Result> = { digits: OTHER_DIGITS },
): Promise<Published> {
  const { signed, draw } = await published;
  const to = { ...resultOf(draw), ...change };
  signed.log.add({ kind: 'correct', id: 'a', from: resultOf(draw), to, reason: 'misread' }, LATER);
  return { signed, draw: changedDraw(draw, to) };
}

const changedDraw = (draw: PublishedDraw, to: Result): PublishedDraw => ({
  ...draw,
  ...to,
  provenance: 'corrected',
  corrections: [...draw.corrections, { at: textOf(LATER), digits: draw.digits, reason: 'misread' }],
});

async function withdrawn(published: Published | Promise<Published>): Promise<Published> {
  const { signed, draw } = await published;
  signed.log.add({ kind: 'withdraw', id: 'a', drawNo: draw.drawNo, deleted: false }, LATER);
  return { signed, draw };
}

export async function publishedAgain(published: Published | Promise<Published>): Promise<Published> {
  const { signed, draw } = await withdrawn(published);
  const { provenance } = draw;
  signed.log.add({ kind: 'result', id: 'a', ...resultOf(draw), provenance, opening: null });
  return { signed, draw: { ...draw, publishedAt: textOf(LATER) } };
}

/** Changed while it was withdrawn, all within one moment. */
export async function publishedChanged(published: Published | Promise<Published>): Promise<Published> {
  const { signed, draw } = await withdrawn(published);
  const { log } = signed;
  const to = { ...resultOf(draw), digits: OTHER_DIGITS };
  log.add(await log.sealed('a', to));
  log.add({ kind: 'correct', id: 'a', from: resultOf(draw), to, reason: 'misread' });
  log.add(log.unsealed('a', to, 'corrected'));
  return { signed, draw: { ...changedDraw(draw, to), publishedAt: textOf(LATER) } };
}

export async function held(): Promise<Published> {
  const signed = await committed('with');
  signed.log.add(signed.log.opened(D, '10:00'), DUE + 22 * HOUR);
  const result = await signed.log.generated('a', D, '10:00');
  signed.log.add(result, DUE + 23 * HOUR);
  return { signed, draw: shownAs(result, DUE + 23 * HOUR) };
}

/** Of a log that was continued at that time, with the commitments of the day. */
async function continuedWith(at: Instant): Promise<SignedLog> {
  const signed = openSignedLog(at, { origin: `${ORIGIN}/2` });
  for (const commit of await signed.log.commitments(D)) signed.log.add(commit);
  return signed;
}

export async function drawnAfterRestore(at: Instant): Promise<Published> {
  const signed = await continuedWith(at);
  const result = await signed.log.generated('a', D, '10:00');
  signed.log.add(result, DUE);
  return { signed, draw: shownAs(result, DUE) };
}

/** The beacon of its date was missing, and the seeds of later slots are still to be opened. */
export async function adoptedAfterRestore(): Promise<Published> {
  const signed = openSignedLog(LATER, { origin: `${ORIGIN}/2` });
  const { log } = signed;
  const published = adopted(signed, LATER);
  const commitments = await log.commitments(D);
  for (const commit of commitments.slice(1)) log.add(commit);
  log.add({ kind: 'nobeacon', date: D, round: roundAt(log.signer.chain, beaconTime(D)) });
  return published;
}

/** A true round of the public beacon. */
const PUBLIC_ROUND = 1000;
const PUBLIC_SIGNATURE =
  'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39';

export async function drawnWithPublicBeacon(): Promise<DrawCheckInput> {
  const at = roundTime(QUICKNET, PUBLIC_ROUND);
  const signed = openSignedLog(at - 24 * HOUR);
  const seed = Uint8Array.from({ length: 32 }, (_, index) => index);
  const result = { ...resultFor('2023-08-23', '19:00', ''), id: 'a', provenance: 'generated' } as const;
  const { date, slot, drawNo } = result;
  const context = { date, slot, drawNo, chain: QUICKNET.id, round: PUBLIC_ROUND };
  signed.log.add({ kind: 'commit', ...context, commit: await commitTo(context, seed, nodeCrypto) });
  const opening: SeedOpening = {
    seed: seed.toHex(),
    chain: QUICKNET.id,
    round: PUBLIC_ROUND,
    signature: PUBLIC_SIGNATURE,
  };
  const digits = await digitsFromSeed(context, seed, PUBLIC_SIGNATURE, nodeCrypto);
  signed.log.add({ kind: 'result', ...result, digits, opening }, at + HOUR);
  const input = await inputFor(signed, shownAs({ ...result, digits }, at + HOUR));
  return { ...input, chains: new Map([[QUICKNET.id, QUICKNET]]) };
}

/** Checked by a browser that has seen the first entries of the log. */
export async function genuine(published: Published | Promise<Published>): Promise<DrawCheckInput> {
  const { signed, draw } = await published;
  return inputFor(signed, draw, await recordOf(signed, EVE, 3));
}

/** Of each form of entries. */
export const GENUINE: [string, () => Promise<DrawCheckInput>][] = [
  ['drawn', () => genuine(drawn('with'))],
  ['drawn without its beacon', () => genuine(drawn('missing'))],
  ['corrected', () => genuine(corrected(drawn('without')))],
  ['changed while withdrawn', () => genuine(publishedChanged(typed('entered')))],
];

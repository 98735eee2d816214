/** Makes entries of a public log with real hashes and signatures, for tests of what reads one. */
import { createHash } from 'node:crypto';
import { createBeaconSigner } from '../../src/cli/demo/beacon-signer.ts';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import { DAY, type Instant, type IstDate, instantOf } from '../../src/core/ist-time.ts';
import { roundAt } from '../../src/core/public-log/beacon-chain.ts';
import {
  type CommitmentContext,
  commitTo,
  digitsFromSeed,
  sealResult,
} from '../../src/core/public-log/commitment.ts';
import type { Bytes } from '../../src/core/public-log/crypto.ts';
import {
  type EntryFields,
  type EntryKind,
  entryText,
  type NewEntry,
  type SeedOpening,
  withTime,
} from '../../src/core/public-log/entries.ts';
import { createReplay } from '../../src/core/public-log/replay.ts';
import type { Result } from '../../src/core/result.ts';
import { SLOTS, type Slot } from '../../src/core/slots.ts';
import { nodeCrypto } from '../../src/server/public-log/node-crypto.ts';

export const ORIGIN = 'results.example.org/log';

const hash = (text: string): Bytes => new Uint8Array(createHash('sha256').update(text).digest());

type BeaconSigner = ReturnType<typeof createBeaconSigner>;

type Entry<Kind extends EntryKind> = { kind: Kind } & EntryFields[Kind];

/** The seed of a slot and what was committed with it. */
interface Committed {
  context: CommitmentContext;
  seed: Bytes;
}

export interface LogBuilder {
  signer: BeaconSigner;
  texts: string[];
  /** Adds an entry; without a time, at that of the entry before it. */
  add(entry: NewEntry, at?: Instant): void;
  /** The five commitments of a date; with a beacon, to the round of 06:00. */
  commitments(date: IstDate, options?: { beacon: boolean }): Promise<Entry<'commit'>[]>;
  /** What opens the commitment of a slot. */
  openingOf(date: IstDate, slot: Slot, without?: 'without signature'): SeedOpening;
  generated(id: string, date: IstDate, slot: Slot, without?: 'without signature'): Promise<Entry<'result'>>;
  opened(date: IstDate, slot: Slot, without?: 'without signature'): Entry<'opened'>;
  sealed(id: string, result: Result): Promise<Entry<'sealed'>>;
  /** Publishes what `sealed` has sealed for the same id and result. */
  unsealed(id: string, result: Result, provenance?: Entry<'result'>['provenance']): Entry<'result'>;
}

export const resultFor = (date: IstDate, slot: Slot, digits: string): Result => ({
  drawNo: drawNumberFor(date, slot),
  date,
  slot,
  digits,
});

const saltFor = (id: string, { drawNo, date, slot, digits }: Result): Bytes =>
  hash(`salt ${id} ${drawNo} ${date} ${slot} ${digits}`);

/** The instant at which the beacon round of a date comes out. */
export const beaconTime = (date: IstDate): Instant => instantOf(date, '06:00');

/** The instant at which the commitments of a date are made as a rule. */
export const eveOf = (date: IstDate): Instant => instantOf(date, '11:30') - DAY;

export function createLogBuilder(signer: BeaconSigner = createBeaconSigner()): LogBuilder {
  const texts: string[] = [];
  const committed = new Map<string, Committed>();
  const signatures = new Map<number, string>();
  let now: Instant = 0;

  function find(date: IstDate, slot: Slot): Committed {
    const found = committed.get(`${date} ${slot}`);
    if (!found) throw new Error(`${date} ${slot} has no commitment`);
    return found;
  }

  function sign(round: number): string {
    const signature = signatures.get(round) ?? signer.sign(round);
    signatures.set(round, signature);
    return signature;
  }

  const openingOf: LogBuilder['openingOf'] = (date, slot, without) => {
    const { context, seed } = find(date, slot);
    const { chain, round } = context;
    const signature = without || round === 0 ? null : sign(round);
    return { seed: seed.toHex(), chain, round, signature };
  };

  return {
    signer,
    texts,
    add(entry, at = now) {
      now = at;
      texts.push(entryText(withTime(entry, at)));
    },
    commitments: (date, { beacon } = { beacon: true }) =>
      Promise.all(
        SLOTS.map(async (slot): Promise<Entry<'commit'>> => {
          const { id: chain } = signer.chain;
          const round = roundAt(signer.chain, beaconTime(date));
          const named = beacon ? { chain, round } : { chain: '', round: 0 };
          const context = { date, slot, drawNo: drawNumberFor(date, slot), ...named };
          const seed = hash(`seed ${date} ${slot}`);
          committed.set(`${date} ${slot}`, { context, seed });
          return { kind: 'commit', ...context, commit: await commitTo(context, seed, nodeCrypto) };
        }),
      ),
    openingOf,
    async generated(id, date, slot, without) {
      const { context, seed } = find(date, slot);
      const opening = openingOf(date, slot, without);
      const digits = await digitsFromSeed(context, seed, opening.signature, nodeCrypto);
      return { kind: 'result', id, ...resultFor(date, slot, digits), provenance: 'generated', opening };
    },
    opened: (date, slot, without) => ({
      kind: 'opened',
      drawNo: drawNumberFor(date, slot),
      ...openingOf(date, slot, without),
    }),
    async sealed(id, result) {
      const { drawNo, date, slot } = result;
      const sealed = await sealResult(result, saltFor(id, result), nodeCrypto);
      return { kind: 'sealed', id, drawNo, date, slot, sealed };
    },
    unsealed: (id, result, provenance = 'entered') => ({
      kind: 'result',
      id,
      ...result,
      provenance,
      opening: { salt: saltFor(id, result).toHex() },
    }),
  };
}

/** What the replay says of each entry. */
export async function verdictsOn(
  { texts, signer: { chain } }: LogBuilder,
  { origin = ORIGIN, chains = new Map([[chain.id, chain]]) } = {},
): Promise<(string | null)[]> {
  const { apply } = createReplay({ origin, chains, crypto: nodeCrypto });
  const verdicts: (string | null)[] = [];
  for (const text of texts) verdicts.push(await apply(text));
  return verdicts;
}

/** What the replay says of the last entry. Throws if one of those before it breaks a rule. */
export async function lastVerdictOn(...args: Parameters<typeof verdictsOn>): Promise<string | null> {
  const verdicts = await verdictsOn(...args);
  const last = verdicts.pop() ?? null;
  const unexpected = verdicts.find((verdict) => verdict !== null);
  if (unexpected) throw new Error(`an entry before the last: ${unexpected}`);
  return last;
}

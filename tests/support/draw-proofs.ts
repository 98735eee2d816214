/** Public logs with a key, and what a browser is given to check one of their draws. */
import { createBeaconSigner } from '../../src/cli/demo/beacon-signer.ts';
import { drawNumberFor } from '../../src/core/draw-number.ts';
import type { Instant } from '../../src/core/ist-time.ts';
import { checkpointBody, verifierKeyText } from '../../src/core/public-log/checkpoint.ts';
import { checkDraw, type DrawReport } from '../../src/core/public-log/draw-check.ts';
import type {
  DrawCheckInput,
  ProofOfDraw,
  RememberedRecord,
} from '../../src/core/public-log/draw-check-input.ts';
import type { LogEntry } from '../../src/core/public-log/entries.ts';
import type { PublishedDraw } from '../../src/core/public-log/published-draw.ts';
import type { Result } from '../../src/core/result.ts';
import { buildTree } from './merkle-trees.ts';
import { newSigner, noteOf, type Signer } from './note-signer.ts';
import { createLogBuilder, type LogBuilder, ORIGIN } from './public-log.ts';
import { rememberingCrypto } from './remembering-crypto.ts';
import { testHashing } from './test-hashing.ts';

/** One for all logs, because its signatures take long to verify. */
const beacon = createBeaconSigner();

export interface SignedLog {
  log: LogBuilder;
  key: Signer;
}

/** A log with its first entry; one that continues another if its origin has a number. */
export function openSignedLog(at: Instant, { origin = ORIGIN, key = newSigner(origin) } = {}): SignedLog {
  const log = createLogBuilder(beacon);
  const root = Buffer.alloc(32, 7).toString('base64');
  log.add(
    origin === ORIGIN
      ? { kind: 'open', origin, series: 'SC' }
      : { kind: 'continue', origin: ORIGIN, size: 9, root, reason: null },
    at,
  );
  return { log, key: { ...key, name: origin } };
}

export const textOf = (time: Instant): string => new Date(time).toISOString();

export const shownAs = (
  { id, drawNo, date, slot, digits, provenance }: Result & Pick<PublishedDraw, 'id' | 'provenance'>,
  publishedAt: Instant,
  corrections: PublishedDraw['corrections'] = [],
): PublishedDraw => ({
  ...{ id, drawNo, date, slot, digits, provenance },
  publishedAt: textOf(publishedAt),
  corrections,
});

export const keyLineOf = async ({ key }: SignedLog): Promise<string> =>
  `${await verifierKeyText(key, testHashing)}\n`;

async function noteFor({ log, key }: SignedLog, size: number): Promise<string> {
  const { roots } = await buildTree(log.texts.slice(0, size));
  const root = roots.at(-1);
  if (!root || roots.length !== size + 1) throw new Error(`the log does not have ${size} entries`);
  return noteOf(checkpointBody({ origin: key.name, size, root }), key);
}

/** What a browser remembers that came when the log had that size. */
export const recordOf = async (
  signed: SignedLog,
  at: Instant,
  size = signed.log.texts.length,
): Promise<RememberedRecord> => ({
  checkpoint: await noteFor(signed, size),
  key: await keyLineOf(signed),
  at,
});

function placesOf(entry: LogEntry): Pick<Result, 'date' | 'slot'>[] {
  if (entry.kind === 'correct') return [entry.from, entry.to];
  return 'slot' in entry ? [entry] : [];
}

/** The indices of the entries that the API returns for a draw. */
export function entriesAbout(texts: readonly string[], id: string): number[] {
  const entries = texts.map((text) => JSON.parse(text) as LogEntry);
  const places = entries.filter((entry) => 'id' in entry && entry.id === id).flatMap(placesOf);
  const dates = places.map(({ date }) => date);
  const numbers = places.map(({ date, slot }) => drawNumberFor(date, slot));
  return entries.flatMap((entry, index) => {
    if (entry.kind === 'nobeacon') return dates.includes(entry.date) ? [index] : [];
    if (entry.kind === 'commit' || entry.kind === 'opened') {
      return numbers.includes(entry.drawNo) ? [index] : [];
    }
    return 'id' in entry && entry.id === id ? [index] : [];
  });
}

export async function proofOf(
  signed: SignedLog,
  indices: readonly number[],
  from?: number,
): Promise<ProofOfDraw> {
  const { texts } = signed.log;
  const tree = await buildTree(texts);
  const entries = indices.map(async (index) => {
    const { proof } = await tree.inclusionClaim(index, texts.length);
    return { index, entry: texts[index] ?? '', proof: proof.map((hash) => hash.toBase64()) };
  });
  const claim = from === undefined ? null : await tree.consistencyClaim(from, texts.length);
  return {
    checkpoint: await noteFor(signed, texts.length),
    entries: await Promise.all(entries),
    consistency: claim && { from: claim.from, proof: claim.proof.map((hash) => hash.toBase64()) },
  };
}

/** The size that a record names. */
const sizeIn = ({ checkpoint }: RememberedRecord): number => Number(checkpoint.split('\n')[1]);

/** What a browser is given if nobody interferes. */
export async function inputFor(
  signed: SignedLog,
  draw: PublishedDraw,
  remembered: RememberedRecord | null = null,
): Promise<DrawCheckInput> {
  const { texts } = signed.log;
  const from = remembered && sizeIn(remembered) <= texts.length ? sizeIn(remembered) : undefined;
  return {
    draw,
    proof: await proofOf(signed, entriesAbout(texts, draw.id), from),
    key: await keyLineOf(signed),
    remembered,
    chains: new Map([[beacon.chain.id, beacon.chain]]),
  };
}

export const check = (input: DrawCheckInput): Promise<DrawReport> => checkDraw(input, rememberingCrypto);

export type ProvenEntry = ProofOfDraw['entries'][number];

/** The entries may be of any form. */
export const withEntries = (input: DrawCheckInput, entries: readonly unknown[]): DrawCheckInput => ({
  ...input,
  proof: { ...input.proof, entries: entries as ProvenEntry[] },
});

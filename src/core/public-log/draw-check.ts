/** Checks one published draw with the proof of its entries, as a visitor's browser does. */
import type { BeaconChain } from './beacon-chain.ts';
import type { Bytes, Crypto } from './crypto.ts';
import {
  type BeaconFinding,
  type CommitmentFinding,
  type DigitsFinding,
  findHowDigitsCame,
} from './draw-check-digits.ts';
import { checkEntries, type LogFinding } from './draw-check-log.ts';
import { compareWithMemory, type MemoryFinding, type RememberedRecord, sizeOf } from './draw-check-memory.ts';
import type { PublishedDraw } from './published-draw.ts';

/** `noted`: nothing is wrong, but this draw does not prove the sentence of the step. */
export type Outcome = 'passed' | 'noted' | 'failed';

/** The values behind a sentence. Those that end in `At` are instants. */
export type FigureName =
  | 'position'
  | 'commit'
  | 'committedAt'
  | 'chain'
  | 'round'
  | 'roundAt'
  | 'seenAt'
  | 'publicKey'
  | 'signature'
  | 'seed'
  | 'computedCommit'
  | 'computedDigits'
  | 'digits'
  | 'unusedDigits'
  | 'salt'
  | 'seal'
  | 'computedSeal'
  | 'sealedAt'
  | 'publishedAt'
  | 'log'
  | 'size'
  | 'root'
  | 'entries'
  | 'rule'
  | 'field'
  | 'published'
  | 'inLog'
  | 'rememberedLog'
  | 'rememberedSize'
  | 'rememberedRoot';

export type Figures = Readonly<Partial<Record<FigureName, string>>>;

/** One of the five sentences, and the values behind it. */
export interface CheckStep<Finding extends string = string> {
  outcome: Outcome;
  finding: Finding;
  figures: Figures;
}

export interface DrawReport {
  commitment: CheckStep<CommitmentFinding>;
  beacon: CheckStep<BeaconFinding>;
  digits: CheckStep<DigitsFinding>;
  log: CheckStep<LogFinding>;
  memory: CheckStep<MemoryFinding>;
  /** The signed note to remember; null if the check found a reason not to. */
  checkpoint: string | null;
}

/** As `/api/proof` returns it. Nothing of it is trusted. */
export interface ProofOfDraw {
  checkpoint: string;
  entries: readonly { index: number; entry: string; proof: readonly string[] }[];
  consistency: { from: number; proof: readonly string[] } | null;
}

export interface DrawCheckInput {
  /** What the page shows. */
  draw: PublishedDraw;
  proof: ProofOfDraw;
  /** The line of `/log/key`. */
  key: string;
  /** What this browser remembers of an earlier check. */
  remembered: RememberedRecord | null;
  /** The beacons that commitments may name, by their id. */
  chains: ReadonlyMap<string, BeaconChain>;
}

export async function checkDraw(input: DrawCheckInput, crypto: Crypto): Promise<DrawReport> {
  const { remembered, proof } = input;
  const { entries, checkpoint, step: log } = await checkEntries(input, crypto);
  const memory = await compareWithMemory(input, crypto);
  const seen =
    remembered && memory.finding === 'contained'
      ? { at: remembered.at, size: sizeOf(remembered) ?? 0 }
      : null;
  const origin = checkpoint?.origin ?? '';
  const steps = await findHowDigitsCame({ ...input, entries, origin, seen }, crypto);
  const mayRemember = log.outcome !== 'failed' && memory.outcome !== 'failed';
  return { ...steps, log, memory, checkpoint: mayRemember ? proof.checkpoint : null };
}

/** Null unless every text is base64. */
export function decodeHashes(texts: readonly string[]): Bytes[] | null {
  try {
    return texts.map((text) => Uint8Array.fromBase64(text));
  } catch {
    return null;
  }
}

/** What the check of a draw is given, and the form of what it returns for each step. */
import type { Instant } from '../ist-time.ts';
import type { BeaconChain } from './beacon-chain.ts';
import {
  type Checkpoint,
  decodeBase64,
  parseVerifierKey,
  type VerifierKey,
  verifyCheckpoint,
} from './checkpoint.ts';
import type { Bytes, Crypto } from './crypto.ts';
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
  | 'sealedDigits'
  | 'publishedFor'
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

const stepOf =
  (outcome: Outcome) =>
  <Finding extends string>(finding: Finding, figures: Figures = {}): CheckStep<Finding> => ({
    outcome,
    finding,
    figures,
  });

export const passed = stepOf('passed');
export const noted = stepOf('noted');
export const failed = stepOf('failed');

/** As `/api/proof` returns it. Nothing of it is trusted. */
export interface ProofOfDraw {
  checkpoint: string;
  entries: readonly { index: number; entry: string; proof: readonly string[] }[];
  consistency: { from: number; proof: readonly string[] } | null;
}

/** What a browser keeps of a check. */
export interface RememberedRecord {
  /** The signed note. */
  checkpoint: string;
  /** The line of `/log/key` at that time. */
  key: string;
  at: Instant;
  /** Earlier records that this one was shown to contain, the oldest first. */
  earlier?: readonly SeenRecord[];
}

/** How many entries of the log the browser saw, and when. */
export interface SeenRecord {
  size: number;
  at: Instant;
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

export interface VerifiedNote {
  key: VerifierKey;
  checkpoint: Checkpoint;
}

/** Null unless the note is signed with the key. The line may end with its line break. */
export async function verifyNote(
  { checkpoint: note, key: line }: Pick<RememberedRecord, 'checkpoint' | 'key'>,
  crypto: Crypto,
): Promise<VerifiedNote | null> {
  const key = await parseVerifierKey(line.replace(/\n$/, ''), crypto);
  const checkpoint = key && (await verifyCheckpoint(note, key, crypto));
  return key && checkpoint && { key, checkpoint };
}

/** Null unless it is a list in which every text is valid base64: the proof comes from the site. */
export function decodeProof(texts: readonly string[]): Bytes[] | null {
  if (!Array.isArray(texts)) return null;
  const hashes = texts.map(decodeBase64);
  return hashes.every((hash) => hash !== null) ? hashes : null;
}

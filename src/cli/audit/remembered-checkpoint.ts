/** Compares a log with the checkpoint that an earlier audit has kept. */
import {
  type Checkpoint,
  parseCheckpoint,
  type VerifierKey,
  verifyCheckpoint,
} from '../../core/public-log/checkpoint.ts';
import type { Bytes, Crypto } from '../../core/public-log/crypto.ts';
import { continues } from '../../core/public-log/replay-origin.ts';
import type { ReplayState } from '../../core/public-log/replay-state.ts';
import { formatCount } from './findings.ts';

export interface Comparison {
  finding: string | null;
  /** What could not be compared, although nothing is wrong. */
  note: string | null;
}

interface Parts {
  /** The text of the remembered checkpoint. */
  rememberedNote: string;
  key: VerifierKey;
  checkpoint: Checkpoint;
  former: ReplayState['former'];
  /** The root of the log at the size of the remembered checkpoint; null if it has no such size. */
  rootAtRememberedSize: Bytes | null;
  crypto: Crypto;
}

const found = (finding: string): Comparison => ({ finding, note: null });
const noted = (note: string): Comparison => ({ finding: null, note });
const SAME: Comparison = { finding: null, note: null };

export async function compareWithRemembered(parts: Parts): Promise<Comparison> {
  const { rememberedNote, key, checkpoint, crypto } = parts;
  const name = parseCheckpoint(rememberedNote)?.checkpoint.origin ?? '';
  const remembered = await verifyCheckpoint(rememberedNote, { ...key, name }, crypto);
  if (!remembered) return found('The remembered checkpoint was not signed with the key of this log.');
  return remembered.origin === checkpoint.origin
    ? compareSameLog(remembered, parts)
    : compareFormerLog(remembered, parts);
}

function compareSameLog(remembered: Checkpoint, { checkpoint, rootAtRememberedSize }: Parts): Comparison {
  if (checkpoint.size < remembered.size) {
    return found(
      `The log has ${formatCount(checkpoint.size)} entries, but the remembered checkpoint has ${formatCount(remembered.size)}.`,
    );
  }
  return rootAtRememberedSize?.toHex() === remembered.root.toHex()
    ? SAME
    : found(`The first ${formatCount(remembered.size)} entries are not those of the remembered checkpoint.`);
}

/** After a restore the former log is no longer served, so that little of it can be compared. */
function compareFormerLog(remembered: Checkpoint, { checkpoint, former }: Parts): Comparison {
  if (!former || !continues(checkpoint.origin, remembered.origin)) {
    return found(
      `The remembered checkpoint is of ${remembered.origin}, which the log ${checkpoint.origin} does not continue.`,
    );
  }
  const isSameSize = former.origin === remembered.origin && former.size === remembered.size;
  if (!isSameSize) {
    return noted(
      `The log continues a former one since a restore: the record remembered of ${remembered.origin} cannot be compared.`,
    );
  }
  return former.root === remembered.root.toBase64()
    ? SAME
    : found(`The log continues ${remembered.origin} with another root than the remembered checkpoint has.`);
}

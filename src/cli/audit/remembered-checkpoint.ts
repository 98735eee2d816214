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
  remembered: string;
  key: VerifierKey;
  checkpoint: Checkpoint;
  former: ReplayState['former'];
  /** The root of the log at the size of the remembered checkpoint; null if it has no such size. */
  rootThen: Bytes | null;
  crypto: Crypto;
}

const found = (finding: string): Comparison => ({ finding, note: null });
const noted = (note: string): Comparison => ({ finding: null, note });
const SAME: Comparison = { finding: null, note: null };

export async function compareWithRemembered(parts: Parts): Promise<Comparison> {
  const { remembered, key, checkpoint, crypto } = parts;
  const name = parseCheckpoint(remembered)?.checkpoint.origin ?? '';
  const then = await verifyCheckpoint(remembered, { ...key, name }, crypto);
  if (!then) return found('The remembered checkpoint was not signed with the key of this log.');
  return then.origin === checkpoint.origin ? compareSameLog(then, parts) : compareFormerLog(then, parts);
}

function compareSameLog(then: Checkpoint, { checkpoint, rootThen }: Parts): Comparison {
  if (checkpoint.size < then.size) {
    return found(
      `The log has ${formatCount(checkpoint.size)} entries, but the remembered checkpoint has ${formatCount(then.size)}.`,
    );
  }
  return rootThen?.toHex() === then.root.toHex()
    ? SAME
    : found(`The first ${formatCount(then.size)} entries are not those of the remembered checkpoint.`);
}

/** After a restore the former log is no longer served, so that little of it can be compared. */
function compareFormerLog(then: Checkpoint, { checkpoint, former }: Parts): Comparison {
  if (!former || !continues(checkpoint.origin, then.origin)) {
    return found(
      `The remembered checkpoint is of ${then.origin}, which the log ${checkpoint.origin} does not continue.`,
    );
  }
  const isSameSize = former.origin === then.origin && former.size === then.size;
  if (!isSameSize) {
    return noted(
      `The log continues a former one since a restore: the record remembered of ${then.origin} cannot be compared.`,
    );
  }
  return former.root === then.root.toBase64()
    ? SAME
    : found(`The log continues ${then.origin} with another root than the remembered checkpoint has.`);
}

/** The key of a log and its signed checkpoints. */
import {
  type Checkpoint,
  parseVerifierKey,
  type VerifierKey,
  verifyCheckpoint,
} from '../../core/public-log/checkpoint.ts';
import type { Crypto } from '../../core/public-log/crypto.ts';
import { formatCount } from './findings.ts';
import { type LogClient, ReadFailed } from './log-client.ts';

const KEY_PATH = '/log/key';
const CHECKPOINT_PATH = '/log/checkpoint';
/** More than a century of draws: all of them are kept in memory. */
const MAX_ENTRIES = 1_000_000;
export const MAX_CHECKPOINT_BYTES = 64 * 1024;

export interface SignedCheckpoint {
  checkpoint: Checkpoint;
  /** Its text with the signatures. */
  note: string;
}

export interface SignedLog {
  key: VerifierKey;
  /** Fetches the current one. Rejects with `ReadFailed` unless the key has signed it. */
  readCheckpoint(): Promise<SignedCheckpoint>;
}

/** Fetches the key. Rejects with `ReadFailed` if there is none. */
export async function openSignedLog(client: LogClient, crypto: Crypto): Promise<SignedLog> {
  const line = await client.readText(KEY_PATH, MAX_CHECKPOINT_BYTES);
  const key = await parseVerifierKey(line.replace(/\n$/, ''), crypto);
  if (!key) throw new ReadFailed(KEY_PATH, 'is not a verifier key');
  return {
    key,
    async readCheckpoint() {
      const note = await client.readText(CHECKPOINT_PATH, MAX_CHECKPOINT_BYTES);
      const checkpoint = await verifyCheckpoint(note, key, crypto);
      if (!checkpoint) throw new ReadFailed(CHECKPOINT_PATH, 'is not signed with the key of the log');
      if (checkpoint.size > MAX_ENTRIES) {
        throw new ReadFailed(CHECKPOINT_PATH, `has more than ${formatCount(MAX_ENTRIES)} entries`);
      }
      return { checkpoint, note };
    },
  };
}

/** What the public reads of the log: its key, checkpoints, tiles, and the proofs of draws. */
import type { DrawProof } from '../../contract/public-log.ts';
import { checkpointBody, keyIdOf, signedNote, verifierKeyText } from '../../core/public-log/checkpoint.ts';
import { type Bytes, joinBytes } from '../../core/public-log/crypto.ts';
import { rootOf } from '../../core/public-log/merkle.ts';
import { encodeBundle, TILE_WIDTH, type TileAddress, tilesOf } from '../../core/public-log/tiles.ts';
import { AppError } from '../errors.ts';
import type { Database } from '../storage/engines/database.ts';
import {
  type LogState,
  readEntryTexts,
  readLogState,
  readTileHashes,
} from '../storage/public-log/log-store.ts';
import { findPublishedDraw } from '../storage/public-reads.ts';
import { readProofs } from './draw-proof.ts';
import type { LogKey } from './log-key.ts';
import { nodeCrypto } from './node-crypto.ts';

/** All of them throw `starting` while no log is open: a server opens one when it starts. */
export interface LogReader {
  /** The verifier key, with a line break. */
  readKey(): Promise<string>;
  /** The signed note. */
  readCheckpoint(): Promise<string>;
  /** Null if the log does not have as many hashes or entries there. */
  readTile(tile: TileAddress): Promise<Bytes | null>;
  /** Null unless the draw is published. Throws `invalid` if the log is smaller than `from`. */
  proveDraw(drawNo: string, from?: number): Promise<DrawProof | null>;
}

const RETRY_SECONDS = 1;

export function createLogReader({ db }: Pick<Database, 'db'>, key: LogKey): LogReader {
  const { publicKey } = key;

  async function readOpenLog(): Promise<LogState> {
    const state = await readLogState(db);
    if (state) return state;
    const detail = 'The public log is not open yet. Please try again in a moment.';
    throw new AppError('starting', { detail, retryAfter: RETRY_SECONDS });
  }

  async function signCheckpoint({ origin, size, frontier }: LogState): Promise<string> {
    const root = await rootOf(frontier, nodeCrypto);
    const body = checkpointBody({ origin, size, root });
    const keyId = await keyIdOf({ name: origin, publicKey }, nodeCrypto);
    return signedNote(body, origin, keyId, key.sign(body));
  }

  return {
    async readKey() {
      const { origin } = await readOpenLog();
      return `${await verifierKeyText({ name: origin, publicKey }, nodeCrypto)}\n`;
    },

    readCheckpoint: async () => signCheckpoint(await readOpenLog()),

    async readTile({ level, position, width }) {
      const { log, size } = await readOpenLog();
      const available = tilesOf(level, size)[position]?.width ?? 0;
      if (width > available) return null;
      const range = { log, from: position * TILE_WIDTH, count: width };
      const items =
        level === 'entries'
          ? (await readEntryTexts(db, range)).map((text) => new TextEncoder().encode(text))
          : await readTileHashes(db, level, range);
      // Caches keep a tile for a year. A restore may have replaced the log since its size was read.
      if (items.length < width) throw new Error('the log does not have all entries of its size');
      return level === 'entries' ? encodeBundle(items) : joinBytes(items);
    },

    async proveDraw(drawNo, from) {
      // Before the state of the log, so that this contains the publication.
      const draw = await findPublishedDraw(db, drawNo);
      if (!draw) return null;
      const state = await readOpenLog();
      if (from !== undefined && from > state.size)
        throw new AppError('invalid', {
          errors: { from: `From must be at most ${state.size}, the size of the log.` },
        });
      const proofs = await readProofs(db, state, { drawId: draw.id, from });
      return { drawNo: draw.drawNo, checkpoint: await signCheckpoint(state), ...proofs };
    },
  };
}

/** Proofs that the entries about a draw are in the log. */
import type { DrawProof } from '../../contract/public-log.ts';
import { drawNumberFor } from '../../core/draw-number.ts';
import type { IstDate } from '../../core/ist-time.ts';
import type { LogEntry } from '../../core/public-log/entries.ts';
import { consistencyProof, inclusionProof, type ReadNode } from '../../core/public-log/merkle.ts';
import { type HashTileAddress, nodeReaderFor, TILE_WIDTH } from '../../core/public-log/tiles.ts';
import type { Slot } from '../../core/slots.ts';
import {
  type LogState,
  readEntriesOfDraw,
  readEntriesOfSeeds,
  readTileHashes,
} from '../storage/public-log/log-store.ts';
import type { Reader } from '../storage/schema.ts';
import { nodeCrypto } from './node-crypto.ts';

interface ProofRequest {
  drawId: string;
  /** The size of an earlier checkpoint, at most that of the log. */
  from: number | undefined;
}

type Proofs = Pick<DrawProof, 'entries' | 'consistency'>;

/** All proofs are for the size in `state`, also if the log has grown since that was read. */
export async function readProofs(
  db: Reader,
  state: LogState,
  { drawId, from }: ProofRequest,
): Promise<Proofs> {
  const { size } = state;
  const readNode = nodeReaderOf(db, state);
  const entries: Proofs['entries'] = [];
  for (const { position: index, text: entry } of await readEntriesAbout(db, state, drawId)) {
    const proof = await inclusionProof(readNode, index, size, nodeCrypto);
    entries.push({ index, entry, proof: proof.map((hash) => hash.toBase64()) });
  }
  if (from === undefined) return { entries, consistency: null };
  const proof = await consistencyProof(readNode, from, size, nodeCrypto);
  return { entries, consistency: { from, proof: proof.map((hash) => hash.toBase64()) } };
}

type StoredEntry = Awaited<ReturnType<typeof readEntriesOfDraw>>[number];

/** The entries that name the draw, and those about the seeds of every slot that they name. */
async function readEntriesAbout(db: Reader, { log, size }: LogState, drawId: string): Promise<StoredEntry[]> {
  const isIncluded = ({ position }: StoredEntry): boolean => position < size;
  const own = (await readEntriesOfDraw(db, log, drawId)).filter(isIncluded);
  const slots = own.flatMap(({ text }) => slotsOf(JSON.parse(text)));
  if (slots.length === 0) return own;
  const seeds = await readEntriesOfSeeds(db, log, {
    seedNumbers: [...new Set(slots.map(({ date, slot }) => drawNumberFor(date, slot)))],
    dates: [...new Set(slots.map(({ date }) => date))],
  });
  return [...own, ...seeds.filter(isIncluded)].sort((one, other) => one.position - other.position);
}

function slotsOf(entry: LogEntry): { date: IstDate; slot: Slot }[] {
  switch (entry.kind) {
    case 'adopt':
    case 'sealed':
    case 'result':
      return [entry];
    case 'correct':
      return [entry.from, entry.to];
    default:
      return [];
  }
}

/** Reads each tile once and hashes each node once, because the proofs of a draw share most of their nodes. */
function nodeReaderOf(db: Reader, { log, size }: LogState): ReadNode {
  const readTile = once(({ level, position, width }: HashTileAddress) =>
    readTileHashes(db, level, { log, from: position * TILE_WIDTH, count: width }),
  );
  return once(nodeReaderFor(readTile, size, nodeCrypto));
}

/** Calls the function only once with the same arguments. */
function once<Arguments extends unknown[], Value>(
  read: (...args: Arguments) => Promise<Value>,
): (...args: Arguments) => Promise<Value> {
  const values = new Map<string, Promise<Value>>();
  return (...args) => {
    const key = JSON.stringify(args);
    const value = values.get(key) ?? read(...args);
    values.set(key, value);
    return value;
  };
}

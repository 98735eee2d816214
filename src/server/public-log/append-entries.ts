/** Appends entries to the public log, in the transaction of the change that they record. */
import type { Instant } from '../../core/ist-time.ts';
import { entryText, type NewEntry, withTime } from '../../core/public-log/entries.ts';
import { appendLeaf, hashLeaf, type Tree } from '../../core/public-log/merkle.ts';
import { TILE_HEIGHT } from '../../core/public-log/tiles.ts';
import type { Clock } from '../clock.ts';
import {
  insertEntries,
  insertTileHashes,
  type LogState,
  readLogState,
  updateLogState,
} from '../storage/public-log/log-store.ts';
import { inBatches } from '../storage/queries/batches.ts';
import type { Reader, Row, Writer } from '../storage/schema.ts';
import { nodeCrypto } from './node-crypto.ts';

export interface LogClock {
  clock: Clock;
  /** Where the server's clock follows that of the database. */
  readDatabaseTime?(tx: Reader): Promise<Instant>;
}

/** The log within one transaction. */
export interface TransactionLog {
  readonly isOpen: boolean;
  /** The time of the entries: never before that of the last one. */
  readonly at: Instant;
  /** Does nothing while no log is open: opening it adopts what is there. */
  append(entries: readonly NewEntry[]): Promise<void>;
}

/** The state was read in the transaction: there is one writer at a time, so it is valid until the commit. */
export function logWithState(tx: Writer, former: LogState | null, now: Instant): TransactionLog {
  let state = former;
  const at = Math.max(now, former?.lastAt ?? now);
  return {
    isOpen: former !== null,
    at,
    async append(entries) {
      if (state && entries.length > 0) state = await appendTo(tx, state, at, entries);
    },
  };
}

/** By the database's clock where there is one: a node whose clock is ahead would move the time of all later entries. */
export async function readLogNow(
  tx: Writer,
  { clock, readDatabaseTime }: LogClock,
  trustedTime = clock.now(),
): Promise<TransactionLog> {
  const now = readDatabaseTime ? await readDatabaseTime(tx) : trustedTime;
  return logWithState(tx, await readLogState(tx), now);
}

/** Appends to a log whose state is known, and returns its new state. */
export async function appendTo(
  tx: Writer,
  state: LogState,
  at: Instant,
  entries: readonly NewEntry[],
): Promise<LogState> {
  if (at < state.lastAt) throw new Error('an entry cannot be older than the one before it');
  let tree: Tree = state;
  // In batches: PostgreSQL ends a transaction that waits too long for its next statement.
  for (const batch of inBatches(entries)) tree = await appendBatch(tx, state.log, tree, at, batch);
  const appended = { ...state, size: tree.size, frontier: tree.frontier, lastAt: at };
  await updateLogState(tx, appended);
  return appended;
}

async function appendBatch(
  tx: Writer,
  log: number,
  start: Tree,
  at: Instant,
  entries: readonly NewEntry[],
): Promise<Tree> {
  const rows: Row<'log_entries'>[] = [];
  const tileHashes: Row<'log_tiles'>[] = [];
  let tree = start;
  for (const entry of entries) {
    const text = entryText(withTime(entry, at));
    const leaf = await hashLeaf(text, nodeCrypto);
    rows.push({ log, position: tree.size, text, hash: leaf.toBase64(), ...subjectOf(entry) });
    tree = await appendLeaf(tree, leaf, nodeCrypto, ({ level, position, hash }) => {
      if (level > 0 && level % TILE_HEIGHT === 0)
        tileHashes.push({ log, level: level / TILE_HEIGHT, position, hash: hash.toBase64() });
    });
  }
  await insertEntries(tx, rows);
  await insertTileHashes(tx, tileHashes);
  return tree;
}

type Subject = Pick<Row<'log_entries'>, 'draw_id' | 'seed_no' | 'beacon_date'>;

/** What the entry is about, so that the proof of a draw finds it. */
function subjectOf(entry: NewEntry): Subject {
  return {
    draw_id: 'id' in entry ? entry.id : null,
    seed_no: entry.kind === 'commit' || entry.kind === 'opened' ? entry.drawNo : null,
    beacon_date: entry.kind === 'nobeacon' ? entry.date : null,
  };
}

/** The tables of the public log, and of the seeds that it commits to. */
import type { Instant, IstDate } from '../../../core/ist-time.ts';
import type { Slot } from '../../../core/slots.ts';
import type { JsonText } from './column-types.ts';

/** One row once the public log is open. */
export interface LogStateTable {
  id: number;
  /** Counts from 1; a restore continues in the next one. */
  log: number;
  origin: string;
  size: number;
  /** The hashes of the tree's complete subtrees, the largest first. */
  frontier: JsonText;
  last_at: Instant;
}

export interface LogEntriesTable {
  log: number;
  position: number;
  text: string;
  hash: string;
  /** The draw that the entry names by id. */
  draw_id: string | null;
  /** The number of the seed that the entry commits to or opens. */
  seed_no: string | null;
  /** The day whose beacon was missing. */
  beacon_date: IstDate | null;
}

/** The hashes of the tiles above those of the entries; `level` counts tiles, from 1. */
export interface LogTilesTable {
  log: number;
  level: number;
  position: number;
  hash: string;
}

/** A day whose seeds are committed. */
export interface SeedDaysTable {
  date: IstDate;
  drafts_from: Instant;
  chain: string;
  round: number;
  beacon: 'none' | 'awaited' | 'verified' | 'missing';
  signature: string | null;
  /** When its drafts were made, or found not to be needed. */
  prepared_at: Instant | null;
}

/** Secret until it is opened in the log. */
export interface SeedsTable {
  draw_no: string;
  date: IstDate;
  slot: Slot;
  seed: string;
  opened_at: Instant | null;
}

/** Detects that a file of an open database was removed, replaced or truncated: writes may be lost then. */
import type { Database as BunSqlite } from 'bun:sqlite';
import { type Stats, statSync } from 'node:fs';
import { DatabaseDown } from '../../errors.ts';

/** https://www.sqlite.org/walformat.html */
const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/**
 * The returned function throws once a file is not the one that SQLite has open, or is shorter than SQLite believes.
 * It must not be called inside a transaction. The files are never opened: closing one would release SQLite's locks.
 */
export function watchForDamage(file: string, sqlite: BunSqlite): () => void {
  const wal = `${file}-wal`;
  // While a connection is open, SQLite removes none of them. Without WAL mode there is only the first.
  const opened = [file, wal, `${file}-shm`].flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats ? [{ path, stats }] : [];
  });
  const { page_size: pageSize } = numbersFrom<{ page_size: number }>(sqlite, 'pragma page_size');

  const framesIn = () => numbersFrom<{ log: number }>(sqlite, 'pragma wal_checkpoint(noop)').log;
  const dataVersion = () => numbersFrom<{ data_version: number }>(sqlite, 'pragma data_version').data_version;
  const isShorterThan = (frames: number): boolean =>
    frames > 0 && sizeOf(wal) < WAL_HEADER + frames * (FRAME_HEADER + pageSize);

  /** Another process may empty the WAL between two reads: true only when nothing changed around them. */
  function isWalCut(): boolean {
    if (!isShorterThan(framesIn())) return false;
    const version = dataVersion();
    const frames = framesIn();
    return isShorterThan(frames) && framesIn() === frames && dataVersion() === version;
  }

  return () => {
    for (const { path, stats } of opened) {
      if (!isSame(stats, statSync(path, { throwIfNoEntry: false })))
        throw damage(path, 'removed or replaced');
    }
    if (sizeOf(file) === 0) throw damage(file, 'cut short');
    if (isWalCut()) throw damage(wal, 'cut short');
  };
}

const damage = (path: string, what: string): DatabaseDown =>
  new DatabaseDown(new Error(`The database file ${path} was ${what}.`));

const isSame = (opened: Stats, found: Stats | undefined): boolean =>
  found?.ino === opened.ino && found.dev === opened.dev;

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function numbersFrom<Row>(sqlite: BunSqlite, pragma: string): Row {
  using statement = sqlite.prepare<Row, []>(pragma);
  return statement.get() as Row;
}

/** The tables of the public log: the database itself refuses to change or delete an entry. */
import { sql } from 'kysely';
import type { Instant, IstDate } from '../../../core/ist-time.ts';
import type { Bytes } from '../../../core/public-log/crypto.ts';
import type { Frontier } from '../../../core/public-log/merkle.ts';
import { inBatches } from '../queries/batches.ts';
import type { Reader, Row, Writer } from '../schema.ts';

export interface LogState {
  log: number;
  origin: string;
  size: number;
  frontier: Frontier;
  lastAt: Instant;
}

/** Null while no log is open. */
export async function readLogState(db: Reader): Promise<LogState | null> {
  const row = await db.selectFrom('log_state').selectAll().executeTakeFirst();
  return row ? toLogState(row) : null;
}

export function toLogState({ log, origin, size, frontier, last_at }: Omit<Row<'log_state'>, 'id'>): LogState {
  const hashes: string[] = JSON.parse(frontier);
  return { log, origin, size, frontier: hashes.map((hash) => Uint8Array.fromBase64(hash)), lastAt: last_at };
}

/** Replaces the state of the former log, if there was one. */
export async function insertLogState(tx: Writer, { log, origin, ...tree }: LogState): Promise<void> {
  const columns = { log, origin, ...treeColumns(tree) };
  await tx
    .insertInto('log_state')
    .values({ id: 1, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
}

type TreeState = Pick<LogState, 'size' | 'frontier' | 'lastAt'>;

export async function updateLogState(tx: Writer, tree: TreeState): Promise<void> {
  await tx.updateTable('log_state').set(treeColumns(tree)).execute();
}

const treeColumns = ({ size, frontier, lastAt }: TreeState) => ({
  size,
  frontier: JSON.stringify(frontier.map((hash) => hash.toBase64())),
  last_at: lastAt,
});

export async function insertEntries(tx: Writer, rows: readonly Row<'log_entries'>[]): Promise<void> {
  for (const batch of inBatches(rows)) await tx.insertInto('log_entries').values(batch).execute();
}

export async function insertTileHashes(tx: Writer, rows: readonly Row<'log_tiles'>[]): Promise<void> {
  for (const batch of inBatches(rows)) await tx.insertInto('log_tiles').values(batch).execute();
}

interface Range {
  log: number;
  from: number;
  count: number;
}

export async function readEntryTexts(db: Reader, { log, from, count }: Range): Promise<string[]> {
  const rows = await db
    .selectFrom('log_entries')
    .select('text')
    .where('log', '=', log)
    .where((eb) => eb.between('position', from, from + count - 1))
    .orderBy('position')
    .execute();
  return rows.map(({ text }) => text);
}

/** How the text of an adopted result begins, up to its time. */
const ADOPTED = '{"v":1,"kind":"adopt","at":"';

/** The newest first, without adopted results. */
export const readNewestEntries = (
  db: Reader,
  { log, before, limit }: { log: number; before: number; limit: number },
): Promise<StoredEntry[]> =>
  entriesOf(db, log)
    .where('position', '<', before)
    .where('text', 'not like', `${ADOPTED}%`)
    .orderBy('position', 'desc')
    .limit(limit)
    .execute();

/** How many results were adopted at which times, from a position on. */
export function countAdoptions(
  db: Reader,
  { log, from }: { log: number; from: number },
): Promise<{ at: string; count: number }[]> {
  const at = sql<string>`substr(text, ${sql.lit(ADOPTED.length + 1)}, ${sql.lit(INSTANT_LENGTH)})`;
  return db
    .selectFrom('log_entries')
    .select([at.as('at'), (eb) => eb.fn.countAll<number>().as('count')])
    .where('log', '=', log)
    .where('position', '>=', from)
    .where('text', 'like', `${ADOPTED}%`)
    .groupBy(at)
    .execute();
}

const INSTANT_LENGTH = '2026-11-15T04:45:00.000Z'.length;

/** Hashes of a level of tiles: 0 for those of the entries. */
export async function readTileHashes(
  db: Reader,
  level: number,
  { log, from, count }: Range,
): Promise<Bytes[]> {
  const last = from + count - 1;
  const rows =
    level === 0
      ? await db
          .selectFrom('log_entries')
          .select('hash')
          .where('log', '=', log)
          .where((eb) => eb.between('position', from, last))
          .orderBy('position')
          .execute()
      : await db
          .selectFrom('log_tiles')
          .select('hash')
          .where('log', '=', log)
          .where('level', '=', level)
          .where((eb) => eb.between('position', from, last))
          .orderBy('position')
          .execute();
  return rows.map(({ hash }) => Uint8Array.fromBase64(hash));
}

type StoredEntry = Pick<Row<'log_entries'>, 'position' | 'text'>;

/** The entries that name the draw, in order. */
export async function readEntriesOfDraw(db: Reader, log: number, drawId: string): Promise<StoredEntry[]> {
  return inOrder(await entriesOf(db, log).where('draw_id', '=', drawId).execute());
}

/** The texts of the current log that name one of the draws. */
export async function readTextsOfDraws(db: Reader, drawIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('log_entries')
    .select('text')
    .where('draw_id', 'in', drawIds)
    .where('log', '=', (eb) => eb.selectFrom('log_state').select('log_state.log'))
    .execute();
  return rows.map(({ text }) => text);
}

/** The entries about seeds and beacons, in order. */
export async function readEntriesOfSeeds(
  db: Reader,
  log: number,
  { seedNumbers, dates }: { seedNumbers: readonly string[]; dates: readonly IstDate[] },
): Promise<StoredEntry[]> {
  const ofBeacons = entriesOf(db, log).where('beacon_date', 'in', dates);
  return inOrder(await entriesOf(db, log).where('seed_no', 'in', seedNumbers).unionAll(ofBeacons).execute());
}

const entriesOf = (db: Reader, log: number) =>
  db.selectFrom('log_entries').select(['position', 'text']).where('log', '=', log);

/** Not `order by`, nor `or` for the union: SQLite would read the whole log by its primary key. */
const inOrder = (entries: StoredEntry[]): StoredEntry[] =>
  entries.sort((one, other) => one.position - other.position);
